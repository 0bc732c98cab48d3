// Rows of suggestions: evidence, effect, and decisions.
import {post, Problem} from './api.js';
import {axiomList, classLink, conflictSentence, contradicts, explanationOf, manchester} from './axioms.js';
import {button, check, count, debounce, el, fail, fault, field, freshID, plural, put} from './dom.js';

/** @typedef {import('./api.js').Suggestion} Suggestion */

const decided = {accept: 'Accepted', reject: 'Rejected', defer: 'Deferred'};
const tierNames = {likely: 'Likely', possible: 'Possible', speculative: 'Speculative'};
const verdictTag = {new: 'new', contradicts: 'contradicts', entailed: 'entailed'};

/** Returns the selection of forms of axioms and its value in requests. */
export function formChoice() {
  const choice = el('select', {}, [['', 'superclasses and existential restrictions'], ['NF1', 'superclasses'], ['NF3', 'restrictions']].map(([value, name]) => el('option', {value}, name)));
  return {choice, forms: () => choice.value ? [choice.value] : undefined};
}

/** The tiers to request; undefined: likely and possible. */
export const tiersOf = speculative => speculative ? ['likely', 'possible', 'speculative'] : undefined;

/**
 * A grid whose rows can be opened. Its role is treegrid, because screen readers then pass on the keys a, r, d and u.
 */
export class SuggestionGrid {
  element;
  #ontology;
  #signal;
  #showSubject;
  #expected;
  #run; // number of the suggestion run; undefined for other lists
  /** @type {Row[]} */ #rows = [];
  #body = el('tbody', {role: 'rowgroup'});
  #bar = el('div.batch', {hidden: true});
  #message = el('div');
  #all;
  #anchor = -1; // start of a selection with Shift

  /**
   * @param {import('./ontology.js').Ontology} ontology
   * @param {{label: string, showSubject?: boolean, expected?: import('./api.js').Verdict, run?: number, signal: AbortSignal}} options  the verdict that rows
   *   do not show
   */
  constructor(ontology, {label, showSubject = false, expected = 'new', run, signal}) {
    this.#ontology = ontology;
    this.#signal = signal;
    this.#expected = expected;
    this.#run = run;
    this.#showSubject = showSubject;
    this.#all = el('input', {type: 'checkbox', 'aria-label': 'Select all', onchange: () => this.#selectAll(this.#all.checked)});
    const head = ['Suggested axiom', 'Decision'];
    this.element = el('div.grid', {}, this.#bar, this.#message,
      el('table', {role: 'treegrid', 'aria-label': label, 'aria-multiselectable': 'true', onkeydown: e => this.#key(e)},
        el('thead', {role: 'rowgroup'}, el('tr', {role: 'row'}, el('th', {role: 'columnheader', scope: 'col'}, this.#all),
          head.map(text => el('th', {role: 'columnheader', scope: 'col'}, text)))),
        this.#body));
    ontology.addEventListener('content', debounce(150, () => this.#recheck()), {signal});
  }

  get length() { return this.#rows.length; }

  /** Shows suggestions, after the existing ones if `append`, with a heading for each tier if `tiers`. @param {Suggestion[]} items */
  show(items, append = false, tiers = false) {
    if (!append) {
      this.#rows = [];
      this.#body.replaceChildren();
    }
    for (const item of items) {
      const row = new Row(item, this.#ontology, {showSubject: this.#showSubject, expected: this.#expected}, (action, row) => this.#decide(action, [row]), () => this.#count());
      if (tiers && this.#rows.at(-1)?.item.tier !== item.tier) {
        this.#body.append(el('tr.tier', {role: 'row'}, el('th', {role: 'rowheader', colspan: 3}, tierNames[item.tier])));
      }
      this.#rows.push(row);
      this.#body.append(row.element, row.below);
    }
    this.#rows[0]?.element.setAttribute('tabindex', '0');
    this.#anchor = -1;
    this.#count();
  }

  focus() { this.#body.querySelector('tr[tabindex="0"]')?.focus(); }

  // --- Selecting

  get #selected() { return this.#rows.filter(row => row.selected); }

  #selectAll(selected) {
    for (const row of this.#rows) row.select(selected && !row.settled);
    this.#count();
  }

  /** Shows the actions for the selected rows. */
  #count() {
    const n = this.#selected.length;
    this.#all.checked = n > 0 && n === this.#rows.filter(row => !row.settled).length;
    this.#all.indeterminate = n > 0 && !this.#all.checked;
    this.#bar.hidden = n === 0;
    if (n === 0) return this.#bar.replaceChildren();
    put(this.#bar, el('span', {}, plural(n, 'suggestion'), ' selected'),
      button('Accept', () => this.#decide('accept', this.#selected), {kind: 'accept'}),
      button('Reject', () => this.#decide('reject', this.#selected)),
      button('Defer', () => this.#decide('defer', this.#selected)),
      button('Clear selection', () => this.#selectAll(false), {kind: 'quiet'}));
  }

  // --- Deciding

  async #decide(action, rows, options = {}) {
    const open = rows.filter(row => !row.settled && !row.busy && row.chosen.length);
    if (!open.length) return;
    const items = new Map(open.flatMap(row => row.chosen).map(item => [item.axiom, item])); // groups share axioms
    const one = open.length === 1 ? open[0] : undefined;
    this.#say(undefined, one);
    open.forEach(row => row.work(true));
    try {
      const entry = await this.#ontology.decide(action, [...items.values()], {
        ...options, run: this.#run, undone: axioms => open.filter(row => row.chosen.some(item => axioms.includes(item.axiom))).forEach(row => row.settle(undefined)),
      });
      open.push(...this.#rows.filter(row => !row.settled && !open.includes(row) && items.has(row.item.axiom)));
      open.forEach(row => row.settle(action, () => this.#undo(entry, row)));
      if (one) this.#next(one);
    } catch (error) {
      if (error.name !== 'AbortError') this.#say(this.#refusal(error, action, open), one);
    } finally {
      open.forEach(row => row.work(false));
      this.#count();
    }
  }

  /** Shows an error. For a contradiction it shows the conflicting axioms and a button to accept them anyway. */
  #refusal(error, action, rows) {
    if (error instanceof Problem && error.kind === 'asserted') {
      const box = el('div.error', {role: 'alert'}, el('p', {}, 'The ontology asserts it. Remove it from the ontology as well?'),
        button('Remove it as well', () => this.#decide(action, rows, {alsoEdit: true})),
        button('Leave it', () => box.remove(), {kind: 'quiet'}));
      return box;
    }
    if (!(error instanceof Problem) || error.kind !== 'contradiction') return fault(error);
    const {conflict, culprits = []} = error.body;
    const chosen = rows.flatMap(row => row.chosen);
    const names = culprits.map(axiom => ({manchester: chosen.find(item => item.axiom === axiom)?.manchester ?? axiom}));
    const box = el('div.error', {role: 'alert'}, el('p', {}, error.message), contradicts(conflict) && conflictSentence(this.#ontology.id, conflict),
      names.length > 1 && [el('p', {}, 'These do not go together:'), axiomList(names)],
      button('Accept anyway', () => this.#decide(action, rows, {force: true})),
      button('Leave it', () => box.remove(), {kind: 'quiet'}));
    return box;
  }

  /** Shows a message at its row, or above all rows. */
  #say(message, row) {
    (row ? row.message : this.#message).replaceChildren(...(message ? [message] : []));
    if (row && message) row.open();
  }

  async #undo(entry, row) {
    if (!entry && !this.#ontology.done.length) return;
    try {
      await this.#ontology.undo(entry, entry && row?.chosen.map(item => item.axiom));
    } catch (error) {
      if (error.name !== 'AbortError') this.#say(fault(error), row);
    }
    this.#count();
  }

  /** Requests the verdicts of the shown rows again after the axioms have changed. */
  async #recheck() {
    const open = this.#rows.filter(row => !row.settled);
    if (!open.length || !this.element.isConnected || !this.#ontology.classified || this.#signal.aborted) return;
    try {
      const answer = await post(`${this.#ontology.path}/entailment:check`, {axioms: open.map(row => row.item.axiom)}, this.#signal);
      answer.items.forEach((item, i) => open[i].judge(item));
    } catch { /* the verdicts remain; the next edit requests them again */ }
  }

  // --- The keyboard

  #focusRow(index) {
    const row = this.#rows[index];
    if (!row) return;
    this.#body.querySelector('tr[tabindex="0"]')?.setAttribute('tabindex', '-1');
    row.element.setAttribute('tabindex', '0');
    row.element.focus();
    row.element.scrollIntoView({block: 'nearest'});
  }

  #next(row) {
    if (!this.element.contains(document.activeElement) && document.activeElement !== document.body) return;
    const at = this.#rows.indexOf(row);
    const next = this.#rows.findIndex((r, i) => i > at && !r.settled);
    this.#focusRow(next >= 0 ? next : at);
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches('input[type=text], textarea')) return;
    const at = this.#rows.findIndex(row => row.element.contains(event.target) || row.below.contains(event.target));
    if (at < 0) return;
    const row = this.#rows[at];
    const onRow = event.target === row.element;
    const actions = {a: 'accept', r: 'reject', d: 'defer'};
    const step = {j: 1, ArrowDown: 1, J: 1, k: -1, ArrowUp: -1, K: -1}[event.key];
    if (step) {
      if (event.shiftKey) this.#extend(at, at + step);
      this.#focusRow(at + step);
    } else if (actions[event.key]) {
      this.#decide(actions[event.key], row.selected ? this.#selected : [row]);
    } else if (event.key === 'u') this.#undo(undefined, row);
    else if (event.key === 'Escape' && !onRow) this.#focusRow(at);
    else if (!onRow) return;
    else if (event.key === 'Home') this.#focusRow(0);
    else if (event.key === 'End') this.#focusRow(this.#rows.length - 1);
    else if (event.key === 'ArrowRight') row.open();
    else if (event.key === 'ArrowLeft') row.close();
    else if (event.key === 'Enter') row.toggle();
    else if (event.key === ' ') {
      if (event.shiftKey && this.#anchor >= 0) this.#extend(this.#anchor, at);
      else row.select(!row.selected);
      this.#anchor = at;
      this.#count();
    } else return;
    event.preventDefault();
  }

  /** Selects the rows from one to another. */
  #extend(from, to) {
    for (let i = Math.max(0, Math.min(from, to)); i <= Math.max(from, to) && i < this.#rows.length; i++) this.#rows[i].select(!this.#rows[i].settled);
    this.#count();
  }
}

/** A suggestion: its row and the row of details below it. */
class Row {
  busy = false;
  selected = false;
  #ontology;
  #decide;
  #box;
  /** @type {Set<string>} */ #left = new Set(); // axioms of the group that are not checked
  #state = el('div.actions');
  #tags = el('span.tags');
  #detail = el('div.detail');
  #filled = false;
  #deferred;
  #expected;

  /**
   * @param {Suggestion} item
   * @param {import('./ontology.js').Ontology} ontology
   * @param {{showSubject: boolean, expected: string}} how
   * @param {(action: string, row: Row) => void} decide
   * @param {() => void} selected  called when its checkbox has changed
   */
  constructor(item, ontology, {showSubject, expected}, decide, selected) {
    this.item = {...item};
    this.#ontology = ontology;
    this.#decide = decide;
    this.#expected = expected;
    this.message = el('div');
    const name = freshID('axiom');
    this.#box = el('input', {type: 'checkbox', tabindex: -1, 'aria-label': 'Select', onchange: () => {
      this.select(this.#box.checked);
      selected();
    }});
    this.element = el('tr', {role: 'row', tabindex: -1, 'aria-level': 1, 'aria-expanded': 'false', 'aria-selected': 'false', 'aria-labelledby': name},
      el('td', {role: 'gridcell'}, this.#box),
      el('td.what', {role: 'gridcell', onclick: event => event.target.closest('a, button') || this.toggle()},
        el('span.twisty', {'aria-hidden': 'true'}), el('span', {id: name}, this.#axiom(showSubject)), this.#tags, this.#lines()),
      el('td', {role: 'gridcell'}, this.#state));
    this.below = el('tr', {role: 'row', 'aria-level': 2, hidden: true}, el('td', {role: 'gridcell', colspan: 3}, this.message, this.#detail));
    const open = item.group?.axioms.find(member => !isFinal(member.decision));
    const decision = open ? open.decision : item.decision;
    this.#deferred = decision === 'defer';
    this.settle(this.#deferred ? undefined : decision);
    this.#tag();
  }

  /** Returns whether it was accepted or rejected, or deferred in this window. */
  get settled() { return Boolean(this.item.decision); }

  /** The axioms to decide: the axiom or, for a group, the checked ones. */
  get chosen() {
    const {group, verdict, comment} = this.item;
    if (!group) return [this.item];
    return group.axioms.filter(({axiom, decision}) => !isFinal(decision) && !this.#left.has(axiom)).map(({axiom, manchester}) => ({axiom, manchester, verdict, comment}));
  }

  /** Returns the classes of a group, the first evidence for and against, and the rejecting checks. */
  #lines() {
    const {group, evidence, rejectedBy = [], from = []} = this.item, id = this.#ontology.id;
    const supporting = evidence.find(e => e.for), objecting = evidence.find(e => !e.for);
    return [group && el('p.line', {}, `for ${plural(group.subjects.length, 'class', 'classes')}: `, group.subjects.slice(0, 8).map((s, i) => [i > 0 && ', ', classLink(id, s, {tabindex: -1})]),
      group.subjects.length > 8 && ` and ${count(group.subjects.length - 8)} more`),
      supporting && el('p.line', {}, '+ ', supporting.sentence), objecting && el('p.line', {}, '− ', objecting.sentence),
      rejectedBy.map(r => el('p.line', {}, `rejected by ${r.check}: ${r.sentence}`)),
      from.length > 0 && el('p.line', {}, `found for ${from.slice(0, 3).map(c => c.label).join(', ')}${from.length > 3 ? ` and ${count(from.length - 3)} more` : ''}, to be said here`)];
  }

  /** Returns the axioms of a group with checkboxes. */
  #members() {
    return this.item.group.axioms.map(({axiom, manchester: text, decision}) => {
      const box = el('input', {type: 'checkbox', checked: !isFinal(decision) && !this.#left.has(axiom), disabled: isFinal(decision), onchange: () => {
        box.checked ? this.#left.delete(axiom) : this.#left.add(axiom);
      }});
      return check(isFinal(decision) ? `${text} (${decided[decision].toLowerCase()})` : text, box);
    });
  }

  #axiom(showSubject) {
    const {subject, property, target} = this.item, id = this.#ontology.id;
    const plain = {tabindex: -1};
    return [showSubject && [classLink(id, subject, plain), el('span.kw', {}, ' SubClassOf ')],
      property && [el('span', {title: property.iri}, property.label), el('span.kw', {}, ' some ')], classLink(id, target, plain)];
  }

  #tag() {
    const {verdict, outside, impliedBy, unseen} = this.item;
    put(this.#tags, verdict !== this.#expected && el('span.tag.' + verdict, {}, verdictTag[verdict]),
      this.#deferred && el('span.tag', {}, 'deferred'),
      verdict === 'new' && outside && el('span.tag', {title: outside.axioms + ' axioms outside OWL 2 EL may matter, the first: ' + outside.first.manchester}, 'no contradiction found'),
      impliedBy && el('span.tag', {title: impliedBy}, 'redundant'),
      unseen && el('span.tag', {title: 'Added after training; placed by its axioms and label.'}, 'not in model'));
  }

  /** Sets the current verdict. */
  judge({verdict, exact, outside, conflict}) {
    if (verdict === this.item.verdict && exact === this.item.exact) return;
    Object.assign(this.item, {verdict, exact, outside, conflict});
    this.#tag();
    this.#filled = false;
    if (!this.below.hidden) this.#fill();
  }

  work(busy) {
    this.busy = busy;
    this.element.setAttribute('aria-busy', String(busy));
    for (const b of this.#state.querySelectorAll('button')) b.disabled = busy;
  }

  /** Shows the decision with an undo button, if possible; nothing if undecided. */
  settle(decision, undo) {
    this.item.decision = decision;
    this.element.dataset.decision = decision ?? '';
    const option = {tabindex: -1};
    if (decision) {
      this.select(false);
      const all = this.item.group?.axioms.length, n = this.chosen.length;
      put(this.#state, el('span.decided', {}, decided[decision], undo && n < all && ` (${n} of ${all})`), undo && button('Undo', undo, {kind: 'quiet', ...option}));
    } else {
      put(this.#state, button('Accept', () => this.#decide('accept', this), {kind: 'accept', ...option}),
        button('Reject', () => this.#decide('reject', this), option), button('Defer', () => this.#decide('defer', this), {kind: 'quiet', ...option}));
    }
    this.#box.disabled = Boolean(decision);
  }

  select(selected) {
    this.selected = selected;
    this.#box.checked = selected;
    this.element.setAttribute('aria-selected', String(selected));
  }

  toggle() { this.below.hidden ? this.open() : this.close(); }

  open() {
    this.element.setAttribute('aria-expanded', 'true');
    this.below.hidden = false;
    this.#fill();
  }

  close() {
    this.element.setAttribute('aria-expanded', 'false');
    this.below.hidden = true;
  }

  /** Shows the evidence, the conflict or proof, and the effect. */
  #fill() {
    if (this.#filled) return;
    this.#filled = true;
    const {item} = this, id = this.#ontology.id;
    put(this.#detail, el('p', {}, manchester(item.manchester)), el('p.quiet', {}, 'Go to ', classLink(id, item.subject), ' or ', classLink(id, item.target)),
      item.verdict === 'contradicts' && [item.conflict && conflictSentence(id, item.conflict), this.#later('Explain the conflict', () => this.#explain({contradiction: true}))],
      item.verdict === 'entailed' && this.#later('Explain the entailment', () => this.#explain({}), true),
      item.group && [el('h4', {}, 'Decide about'), el('p.quiet', {}, item.group.rule.sentence), this.#members()],
      evidenceOf('Evidence for', item.evidence.filter(e => e.for), item.why), evidenceOf('Evidence against', item.evidence.filter(e => !e.for), []),
      item.tier === 'speculative' && item.probability > 0 && el('p.quiet', {}, `Of 100 such suggestions, about ${Math.max(1, Math.round(100 * item.probability))} are right.`),
      item.verdict === 'new' && this.#later('Effect', () => this.#effect()),
      field('Comment (optional)', el('input', {type: 'text', maxlength: 10000, value: item.comment ?? '', oninput: event => { item.comment = event.target.value.trim(); }})));
  }

  /** Returns a section that is loaded when it is opened. */
  #later(title, ask, open = false) {
    const place = el('div', {'aria-live': 'polite'});
    let asked = false;
    const load = async () => {
      if (asked) return;
      asked = true;
      put(place, el('p.quiet', {}, 'Loading…'));
      try {
        put(place, await ask());
      } catch (error) {
        asked = false;
        fail(place, error);
      }
    };
    const details = el('details', {}, el('summary', {}, title), place);
    details.addEventListener('toggle', () => details.open && load());
    details.open = open;
    return details;
  }

  async #explain(how) {
    const {axiom} = this.item;
    return explanationOf(await post(`${this.#ontology.path}/explanations`, {axiom, justifications: 1, ...how}));
  }

  async #effect() {
    const effect = await post(`${this.#ontology.path}/effects`, {axioms: [this.item.axiom], examples: 10});
    const more = effect.newSubsumptions - effect.examples.length;
    return [el('p', {}, effect.newSubsumptions ? plural(effect.newSubsumptions, 'new inferred subsumption') + '.' : 'Adds no other inferred superclass.'),
      axiomList(effect.examples), more > 0 && effect.examples.length > 0 && el('p.quiet', {}, `and ${plural(more, 'other')}`)];
  }
}

/** Returns whether an axiom is accepted or rejected. */
const isFinal = decision => decision === 'accept' || decision === 'reject';

/** Returns sentences under a heading with the axioms that they cite. */
function evidenceOf(title, list, why) {
  const axioms = sentence => why.find(reason => reason.text === sentence)?.axioms ?? [];
  return list.length > 0 && [el('h4', {}, title), el('ul.why', {}, list.map(({sentence}) => el('li', {}, sentence, axioms(sentence).length > 0 && axiomList(axioms(sentence)))))];
}
