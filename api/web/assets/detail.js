// The detail of a suggestion: definitions, evidence, effect, proof, comment, decision.
import {get, post} from './api.js';
import {axiomList, classLink, classNames, conflictSentence, explanationOf, later, manchester, nameOf} from './axioms.js';
import {apart, attempt, button, check, debounce, el, fail, field, plural, put, update} from './dom.js';
import {isFinal, operationSentence, othersByRule, saysTheSame} from './list.js';
import {decisions} from './ontology.js';
import {annotationText} from './provenance.js';

/** @typedef {import('./list.js').Row} Row */

const tierNames = {likely: 'likely', possible: 'possible', speculative: 'speculative'};

/** The detail next to the list; on narrow screens a sheet over it. */
export class SuggestionDetail {
  element;
  #body = el('div.body');
  #buttons = el('div.decide');
  #list;
  #ontology;
  #leave = new AbortController();
  #signal;
  #shown; // the row
  #verdict; // and its verdict
  #comment;
  #explain;
  /** @type {Map<string, Promise<any>>} by revision and IRI */ #classes = new Map();
  #effectSoon;

  /** @param {import('./list.js').SuggestionList} list @param {import('./ontology.js').Ontology} ontology @param {AbortSignal} signal */
  constructor(list, ontology, signal) {
    this.#list = list;
    this.#ontology = ontology;
    this.#signal = signal;
    this.element = el('section.detail', {'aria-label': 'Details', tabindex: -1}, button('Close', () => this.close(), {kind: 'close'}), this.#buttons, list.message, this.#body);
    this.element.hidden = true;
    list.addEventListener('choose', () => this.show());
    list.addEventListener('change', () => this.#stale ? this.show() : this.#paintButtons()); // an emptied list, or another verdict
    list.addEventListener('enter', () => this.open());
    list.addEventListener('comment', () => {
      this.open();
      this.#comment?.focus();
    });
    list.addEventListener('explain', () => { if (this.#explain) this.#explain.open = !this.#explain.open; });
    this.element.addEventListener('keydown', event => {
      if (event.key !== 'Escape') return;
      this.close();
      event.preventDefault();
    });
    this.#effectSoon = debounce(300, (row, place, signal) => row === this.#shown && this.#effect(row, place, signal));
  }

  /** Opens the sheet on narrow screens. */
  open() {
    this.element.classList.add('open');
    if (this.#isSheet) this.element.focus();
  }

  get #isSheet() { return getComputedStyle(this.element).position === 'fixed'; }

  close() {
    this.element.classList.remove('open');
    this.#list.choose(this.#list.chosen);
  }

  get #stale() { return this.#list.chosen !== this.#shown || this.#shown?.item.verdict !== this.#verdict; }

  show() {
    const row = this.#list.chosen;
    if (this.#list.message.childElementCount) this.open();
    if (!this.#stale) return;
    const same = row === this.#shown, typing = document.activeElement === this.#comment;
    this.#shown = row;
    this.#verdict = row?.item.verdict;
    this.element.hidden = !row;
    this.#leave.abort();
    this.#leave = new AbortController();
    const signal = AbortSignal.any([this.#signal, this.#leave.signal]);
    this.#comment = this.#explain = undefined;
    put(this.#body, !row ? [] : row.item.change ? this.#change(row.item, signal) : this.#content(row, signal));
    if (typing && same) this.#comment?.focus();
    if (!same) this.element.scrollTop = 0;
    this.#paintButtons();
  }

  #paintButtons() {
    const row = this.#shown, off = this.#list.fixed;
    if (!row) return this.#buttons.replaceChildren();
    const undo = () => button('Undo', () => this.#list.undo(this.#shown), {disabled: off});
    if (row.item.change) return update(this.#buttons, row.item.operation && undo());
    this.#buttons.dataset.decision = row.decision ?? '';
    const n = this.#list.selected.length, many = n > 0 ? ` ${n}` : '', none = off || !n && !row.left.length;
    const key = (text, k) => [text + many, ' ', el('kbd', {'aria-hidden': 'true'}, k)];
    const action = (text, k, what, kind = '') => el('button' + (kind && '.' + kind), {type: 'button', disabled: none, onclick: () => this.#list.decide(what)}, key(text, k));
    update(this.#buttons, row.decision && !n ? [el('span.decided', {}, row.by || decisions[row.decision]), undo(), row.left.length > 0 && action('Accept', 'a', 'accept', 'accept')]
      : [action('Accept', 'a', 'accept', 'accept'), action('Reject', 'r', 'reject'), action('Defer', 'd', 'defer')]);
  }

  /** Returns a changed axiom with who changed it, and the evidence if it was suggested. @param {import('./api.js').Suggestion} item */
  #change({change, manchester: text, axiom, subject, operation}, signal) {
    const found = el('div', {'aria-live': 'polite'});
    if (operation?.run) {
      get(`${this.#ontology.path}/runs/${operation.run}/suggestions`, {subject: subject?.iri, limit: 1000}, signal).then(({items}) => {
        const item = items.find(s => s.axiom === axiom || s.group?.axioms.some(m => m.axiom === axiom));
        if (item) put(found, evidence('Evidence for', item.evidence.filter(e => e.for), item.why), evidence('Evidence against', item.evidence.filter(e => !e.for)));
      }, () => {}); // the run is gone
    }
    return [el('h2.statement', {}, manchester(text)), el('p', {}, {'+': 'Added', '−': 'Removed'}[change], operation && el('span.quiet', {}, ` · ${operationSentence(operation)}`)),
      operation?.shown.edited && el('p', {title: operation.shown.edited}, 'Annotated: ', annotationsIn(operation.shown.edited)),
      operation?.comment && el('p', {}, operation.comment), found, subject && this.#classCard(subject, signal)];
  }

  #content(row, signal) {
    const {item} = row, {id} = this.#ontology, {subject, property, target, group, tier, verdict, outside, from = [], rejectedBy = [], replaced = []} = item;
    this.#comment = el('input', {type: 'text', maxlength: 10000, value: item.comment ?? '', oninput: event => { item.comment = event.target.value.trim(); }, onkeydown: event => {
      if (event.key === 'Enter') this.#isSheet ? this.element.focus() : this.#list.choose(row); // where keys decide
    }});
    const effect = el('div', {'aria-live': 'polite'});
    const effective = verdict === 'new' && !replaced.length;
    if (effective) this.#effectSoon(row, effect, signal);
    const word = {new: outside ? 'no contradiction found' : 'new, makes no class unsatisfiable', contradicts: 'makes classes unsatisfiable', entailed: 'already entailed'}[verdict];
    const pro = item.evidence.filter(e => e.for), contra = item.evidence.filter(e => !e.for);
    const right = tier !== 'speculative' && item.probability > 0 && `About ${Math.round(100 * item.probability)} of 100 suggestions with such evidence were right.`;
    const alike = group && saysTheSame(group);
    return [el('h2.statement', {}, alike ? plural(group.subjects.length, 'class', 'classes') : classLink(id, subject), el('span.kw', {}, ' SubClassOf '),
      property && [el('span', {title: property.iri}, nameOf(property)), el('span.kw', {}, ' some ')], classLink(id, target), group && !alike && el('span.quiet', {}, ` (${othersByRule(group)})`)),
    el('p', {}, el('span.tag.' + tier, {}, tierNames[tier]), el('span.verdict.' + verdict, {}, ' ', word), right && el('span.quiet', {}, ' · ', right)),
    outside && el('p.quiet', {}, `${plural(outside.axioms, 'axiom')} outside OWL 2 EL may matter, the first: `, manchester(outside.first.manchester)),
    verdict === 'contradicts' && [item.conflict && conflictSentence(id, item.conflict), this.#later('Explain the conflict', () => this.#explained(item, {contradiction: true}, signal))],
    verdict === 'entailed' && this.#later('Explain the entailment', () => this.#explained(item, {}, signal), true),
    group && [el('h3', {}, 'Decide about'), el('p.quiet', {}, group.rule.sentence), row.members.map(m => this.#member(m, signal))],
    from.length > 0 && el('p.quiet', {}, 'Found for ', classNames(id, from, 4), ', which it is above.'),
    replaced.length > 0 && [el('h3', {}, 'Replaces'), el('p.quiet', {}, 'Accepting it removes:'), axiomList(replaced)],
    evidence('Evidence for', pro, item.why), evidence('Evidence against', contra),
    rejectedBy.length > 0 && [el('h3', {}, 'Rejected by a check'), el('ul.why', {}, rejectedBy.map(r => el('li', {}, r.sentence)))],
    el('div.cards2', {}, [group ? group.subjects[0] : subject, target].map(c => this.#classCard(c, signal))),
    effective && [el('h3', {}, 'Effect'), effect],
    verdict !== 'entailed' && this.#annotations(),
    field('Comment (optional)', this.#comment)];
  }

  /** Returns a line with the annotations that the axiom gets when it is accepted, which are loaded. */
  #annotations() {
    const place = el('p.quiet');
    this.#ontology.provenance().then(({preview}) => put(place, preview.length > 0 && `Accepting writes it with ${annotationText(preview)}.`), () => {}); // shown with the next row
    return place;
  }

  /** Returns an axiom of a group with its checkbox, which cannot be used while the axiom is accepted or rejected. */
  #member(m, signal) {
    const word = el('span.quiet'), box = el('input', {type: 'checkbox', onchange: () => {
      m.out = !box.checked;
      this.#paintButtons();
    }});
    const paint = () => {
      box.disabled = isFinal(m.decision);
      box.checked = !box.disabled && !m.out;
      word.textContent = m.decision ? ` (${decisions[m.decision]})` : '';
    };
    this.#list.addEventListener('change', paint, {signal});
    paint();
    return check([m.manchester, word], box);
  }

  /** Returns the definition, superclasses and synonyms of a class, which are loaded. */
  #classCard(name, signal) {
    const {path, id, status} = this.#ontology, key = `${status.revision} ${name.iri}`;
    const place = el('div', {}, el('p.quiet', {}, 'Loading…'));
    if (!this.#classes.has(key)) {
      if (this.#classes.size > 200) this.#classes.clear();
      this.#classes.set(key, get(`${path}/classes/${encodeURIComponent(name.iri)}`, {}, this.#signal));
    }
    this.#classes.get(key).then(({definition, supers, synonyms = [], deprecated}) => signal.aborted || put(place,
      deprecated && el('span.tag', {}, 'obsolete'), el('p', {dir: 'auto'}, definition ?? el('span.quiet', {}, 'No definition.')),
      synonyms.length > 0 && el('p.quiet', {}, 'Synonyms: ', apart(synonyms.slice(0, 6), '; '), synonyms.length > 6 && '; …'),
      supers && el('p', {}, el('span.quiet', {}, 'Superclasses: '), supers.length ? classNames(id, supers, 4) : 'none'))).catch(error => {
      this.#classes.delete(key);
      if (error.status === 404) put(place, el('p.quiet', {}, 'Not a class of this version.'));
      else fail(place, error);
    });
    return el('section', {}, el('h3', {}, classLink(id, name)), place);
  }

  async #effect({item}, place, signal) {
    put(place, el('p.quiet', {}, 'Loading…'));
    await attempt(place, async () => {
      const {newSubsumptions: n, examples} = await post(`${this.#ontology.path}/effects`, {axioms: (item.group?.axioms ?? [item]).map(a => a.axiom), examples: 10}, signal);
      const more = n - examples.length;
      put(place, n ? el('details', {}, el('summary', {}, `Adds ${plural(n, 'other inferred superclass', 'other inferred superclasses')}`), axiomList(examples), more > 0 && el('p.quiet', {}, `and ${plural(more, 'more', 'more')}`))
        : el('p.quiet', {}, 'Adds no other inferred superclass.'));
    });
  }

  async #explained({axiom}, how, signal) {
    return explanationOf(await post(`${this.#ontology.path}/explanations`, {axiom, justifications: 1, ...how}, signal));
  }

  /** Returns a section that is loaded when it is opened; the key e opens it. */
  #later(title, ask, open = false) {
    this.#explain = later(title, ask, {open});
    return this.#explain;
  }
}

/** Returns the annotations of an axiom in functional syntax as text. */
const annotationsIn = axiom => [...axiom.matchAll(/Annotation\(<[^>]*?([^/#>]*)> (?:"((?:[^"\\]|\\.)*)"|<([^>]*)>)/g)].map(([, property, text, iri]) => `${property} ${text ?? iri}`).join('; ');

/** Returns sentences under a heading, with emphasized names and the axioms that they cite. */
export function evidence(title, list, why = []) {
  const axioms = sentence => why.find(reason => reason.text === sentence)?.axioms ?? [];
  const sentence = ({sentence, template = sentence, entities = []}) => template.split(/(\{\d+\})/).map(part => {
    const entity = /^\{\d+\}$/.test(part) && entities[part.slice(1, -1)];
    return entity ? el('em', {title: entity.iri}, entity.label) : part;
  });
  return list.length > 0 && [title && el('h3', {}, title), el('ul.why', {class: list[0].for ? 'why pro' : 'why contra'}, list.map(e =>
    el('li', {}, sentence(e), axioms(e.sentence).length > 0 && el('details', {}, el('summary', {}, plural(axioms(e.sentence).length, 'axiom')), axiomList(axioms(e.sentence))))))];
}
