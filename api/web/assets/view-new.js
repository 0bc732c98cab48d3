// The form for a new class: duplicates, superclasses, restrictions and definitions.
import {get, post} from './api.js';
import {classLink, manchester, nameOf} from './axioms.js';
import {evidence} from './detail.js';
import {act, announce, attempt, button, debounce, el, fail, fault, field, link, plural, put} from './dom.js';
import {classPlace, reviewPlace} from './route.js';

const unnamed = 'urn:box2el-owl:new-class';
const label = 'http://www.w3.org/2000/01/rdf-schema#label';
const definitionIRI = 'http://purl.obolibrary.org/obo/IAO_0000115';
const synonymIRI = 'http://www.geneontology.org/formats/oboInOwl#hasExactSynonym';
/** Proposals of a list that are shown at first. */
const most = 3;
const lists = {superclasses: 'Superclasses', restrictions: 'Restrictions', definitions: 'Definition by pattern'};

/** @param {import('./ontology.js').Ontology} ontology @param {AbortSignal} signal */
export function newClassView(ontology, signal) {
  const name = el('input', {type: 'text', maxlength: 10000, autocomplete: 'off', required: true});
  const definition = el('textarea', {rows: 3}), synonyms = el('textarea', {rows: 2});
  const iri = el('input', {type: 'text', maxlength: 4000, autocomplete: 'off', spellcheck: 'false'});
  const fields = el('div.panel', {}, field('Label', name), field('Definition', definition), field('Exact synonyms, one a line', synonyms), field('IRI', iri),
    el('p.quiet', {}, 'Use an ID of your own range, if the ontology has ID ranges.'));
  const title = el('h2', {}, 'What would this class need?'), answer = el('div.answer', {'aria-live': 'polite'}), message = el('div'), bar = el('p.decide');
  let asking = new AbortController(), working = Promise.resolve(), existing = '', created = '', given = false;
  /** @type {{row: any, box: any, state: any}[]} */ let rows = [];
  iri.addEventListener('input', () => { given = Boolean(iri.value); });

  const subject = () => existing || created || iri.value.trim();
  const lines = () => synonyms.value.split('\n').map(s => s.trim()).filter(Boolean);

  const ask = async () => {
    asking.abort();
    asking = new AbortController();
    if (!existing && !name.value.trim() && !definition.value.trim()) return put(answer);
    if (!answer.childElementCount) put(answer, el('p.quiet', {}, 'Loading…'));
    await attempt(answer, async () => {
      const found = await post(ontology.path + '/placements', existing ? {class: existing} : {label: name.value.trim(), definition: definition.value.trim(), synonyms: lines()},
        AbortSignal.any([signal, asking.signal]));
      show(found);
    }, ask);
  };
  const later = debounce(250, ask);
  for (const input of [name, definition, synonyms]) input.addEventListener('input', later);

  const show = found => {
    rows = [];
    if (!given && !existing && !created) iri.value = name.value.trim() && (found.iri ?? proposed(ontology.status.iri, name.value));
    const same = found.duplicates.filter(d => d.score === 1), near = found.duplicates.filter(d => d.score < 1).slice(0, 2 * most);
    const duplicate = d => [link(classPlace(ontology.id, d.class.iri), nameOf(d.class), {title: d.evidence[0]?.sentence}), d.name !== d.class.label && ` (“${d.name}”)`];
    const duplicates = found.duplicates.length > 0 && el('section.duplicates', {}, el('h3', {}, existing ? 'Similar classes' : 'Is it one of these?'),
      same.map(d => el('p', {}, el('strong', {}, 'The same name: '), duplicate(d))), near.length > 0 && el('p', {}, near.map((d, i) => [i > 0 && ', ', duplicate(d)])));
    const section = ([key, heading]) => {
      if (!found[key].length) return;
      const list = found[key].map((row, i) => proposal(row, key === 'superclasses' && i === 0)), rest = list.splice(most);
      return el('section', {}, el('h3', {}, heading), list, rest.length > 0 && el('details', {}, el('summary', {}, `${plural(rest.length, 'more', 'more')}`), rest));
    };
    const any = Object.keys(lists).some(key => found[key].length);
    put(answer, duplicates, Object.entries(lists).map(section), !any && el('p.quiet', {}, 'The text gives no evidence for axioms.'));
    paint();
  };

  const proposal = (row, chosen) => {
    const box = el('input', {type: 'checkbox', checked: chosen && row.tier !== 'speculative', 'aria-label': `Select: ${row.manchester}`, onchange: paint}), state = el('span.mark');
    const entry = {row, box, state};
    put(state, button('Accept', () => accept([entry]), {disabled: ontology.status.copy}));
    rows.push(entry);
    return el('div.proposal', {}, box, el('div', {}, manchester(row.manchester.replace(/^<urn:box2el-owl:new-class> /, '')), el('span.tag.' + row.tier, {}, row.tier),
      evidence('', row.evidence.filter(e => e.for)), evidence('Evidence against', row.evidence.filter(e => !e.for))), state);
  };

  const paint = () => {
    const chosen = rows.filter(r => r.box.checked && !r.box.disabled);
    const text = existing || created ? `Accept ${plural(chosen.length, 'axiom')}` : chosen.length ? `Add the class with ${plural(chosen.length, 'axiom')}` : 'Add the class';
    put(bar, (existing || created ? chosen.length > 0 : rows.length > 0 || name.value.trim()) && button(text, () => accept(chosen), {kind: 'primary', disabled: ontology.status.copy}),
      created && [button('Another class', restart), link(reviewPlace(ontology.id, created), 'Review its suggestions')]);
  };

  /** Sets whether the fields can be edited. */
  const edit = on => {
    for (const input of [name, definition, synonyms, iri]) input.disabled = !on;
  };
  const restart = () => {
    for (const input of [name, definition, synonyms, iri]) input.value = '';
    created = '';
    given = false;
    rows = [];
    edit(true);
    put(message);
    ask();
    paint();
    name.focus();
  };

  /** Adds the class, unless it is there, and accepts axioms, after what was chosen before. */
  const accept = chosen => { working = working.then(() => record(chosen.filter(({box}) => !box.disabled))); };
  const record = async chosen => {
    if ((existing || created) && !chosen.length) return; // chosen twice
    put(message);
    if (!existing && !name.reportValidity()) return;
    if (!/^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]+$/i.test(subject())) return put(message, fault(new Error('The class needs an IRI in full.')));
    const done = []; // operations
    let made = false;
    try {
      if (!existing && !created) {
        const c = subject(), annotation = (property, text) => `AnnotationAssertion(<${property}> <${c}> ${quoted(text)})`;
        done.push(await ontology.edit([`Declaration(Class(<${c}>))`, annotation(label, name.value.trim()), ...(definition.value.trim() ? [annotation(definitionIRI, definition.value.trim())] : []),
          ...lines().map(text => annotation(synonymIRI, text))]));
        created = c;
        made = true;
        edit(false);
      }
      if (chosen.length) {
        done.unshift(...await ontology.decide('accept', chosen.map(({row}) => ({axiom: row.axiom.replaceAll(`<${unnamed}>`, `<${subject()}>`), probability: row.probability, verdict: row.verdict}))));
        for (const {box, state} of chosen) {
          box.checked = box.disabled = true;
          put(state, el('span.tag.accept', {}, 'accepted'));
        }
      }
      const text = chosen.length ? `Accepted: ${plural(chosen.length, 'axiom')}.` : 'Added.';
      announce(text);
      put(message, el('p', {}, text, ' ', act('Undo', async () => {
        for (const {id} of done) await ontology.undoOperation(id);
        if (made) {
          created = '';
          edit(true);
        }
        put(message, el('p', {}, 'Undone.'));
        ask();
      }, message, {kind: 'quiet'})));
    } catch (error) {
      fail(message, error);
    }
    paint();
  };

  return {
    element: el('div.page.new', {}, title, el('div.columns', {}, fields, el('div', {}, bar, message, answer))),
    show(_, query = {}) {
      existing = query.class ?? '';
      fields.hidden = Boolean(existing);
      title.textContent = existing ? 'What does this class need?' : 'What would this class need?';
      const asked = existing;
      if (asked) get(`${ontology.path}/classes/${encodeURIComponent(asked)}`, {}, signal).then(c => asked === existing && put(title, 'What does ', classLink(ontology.id, c), ' need?'), () => {});
      if (query.label) name.value = query.label;
      ask();
      if (!existing) name.focus();
    },
  };
}

/** Returns a text as a literal of the functional syntax. */
const quoted = text => `"${text.replace(/[\\"]/g, '\\$&')}"`;

/** Returns an IRI for a label: a name in the ontology's own namespace. */
function proposed(ontology = 'urn:new', text) {
  const name = text.trim().replace(/[^\p{L}\p{N}]+/gu, '_').replace(/^_|_$/g, '');
  return name && `${ontology}#${name}`;
}
