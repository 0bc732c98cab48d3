// Changes since a document was sent, or against another file: the pane of the review, exports, and earlier versions.
import {address, get, post, upload} from './api.js';
import {SuggestionDetail} from './detail.js';
import {act, attempt, button, check, count, debounce, el, fail, field, link, moment, plural, put} from './dom.js';
import {SuggestionList} from './list.js';
import {classPlace, go} from './route.js';

/** Exports of the changes: the path, the query, the end of the file name, and what they leave out. */
const exports = {Patch: ['patch', {}, '.patch'], Document: ['document', {}, ''],
  KGCL: ['patch', {format: 'kgcl'}, '.kgcl', 'New classes, and accepted superclasses and restrictions whose names have CURIEs; nothing else'],
  'ROBOT template': ['patch', {format: 'robot'}, '.tsv', 'Accepted axioms only']};
const wholes = {ofn: 'functional syntax', ttl: 'Turtle', owl: 'RDF/XML', nt: 'N-Triples'};

/** How many entities are shown at first. */
const first = 40;

/** @param {import('./ontology.js').Ontology} ontology @param {AbortSignal} signal */
export function changesView(ontology, signal) {
  const list = new SuggestionList(ontology, signal, 'Changes'), detail = new SuggestionDetail(list, ontology, signal);
  const summary = el('p.summary', {role: 'status'}), about = el('p.quiet'), form = el('div'), more = el('p'), versions = el('div'), message = el('div', {'aria-live': 'polite'}), problem = el('div', {'aria-live': 'polite'});
  let asked = 0; // comparisons
  let against = ''; // the number of a document; '' for the present one as it was sent
  const compare = async (ask, absent = 'removed') => {
    put(message, el('p.quiet', {}, 'Comparing…'));
    form.replaceChildren();
    const own = ++asked;
    return attempt(message, async () => {
      const [diff, edits] = await Promise.all([ask(), ontology.edits()]);
      if (own !== asked) return undefined; // another one has begun
      message.replaceChildren();
      show(diff, edits, absent);
      return {diff, edits};
    });
  };
  const since = () => {
    choice.value = against;
    return compare(() => post(`${ontology.path}/diff${against && `?document=${against}`}`, undefined, signal));
  };
  const show = (diff, edits, absent) => {
    const sections = diff.subjects.map(s => sectionOf(s, edits, absent)), chosen = list.chosen?.item.hash;
    const none = !diff.subjectsTotal && !diff.annotationsOnly;
    put(summary, none ? 'No changes.' : `+${count(diff.added)} −${count(diff.removed)} axioms about ${plural(diff.subjectsTotal, 'entity', 'entities')}`);
    put(about, !none && [diff.changed > 0 && `${plural(diff.changed, 'pair')} of them changed. `, diff.annotationsOnly > 0 && `${count(diff.annotationsOnly)} with other annotations. `,
      Object.entries({new: diff.addedEntities, removed: diff.removedEntities, 'now obsolete': diff.deprecated}).filter(([, n]) => n).map(([word, n]) => `${plural(n, 'entity', 'entities')} ${word}. `)]);
    list.show(sections.slice(0, first), {subject: true});
    list.choose(list.rows.find(row => row.item.hash === chosen) ?? list.chosen, false);
    put(more, sections.length > first && button(`Show ${count(sections.length - first)} more entities`, () => {
      more.replaceChildren();
      list.show(sections, {subject: true});
    }), diff.subjectsTotal > diff.subjects.length && el('span.quiet', {}, `The first ${count(diff.subjects.length)} of ${count(diff.subjectsTotal)} entities; the command `, el('code', {}, 'box2el-owl diff'), ' writes all.'));
  };
  const file = el('input', {type: 'file', multiple: true, onchange: async () => {
    const files = [...file.files];
    if (!files.length) return;
    problem.replaceChildren();
    choice.selectedIndex = -1;
    const compared = await compare(() => upload(ontology.path + '/diff', files, () => {}, signal, {}, {method: 'POST'}), 'added');
    if (!compared) choice.value = against;
    if (compared && !ontology.status.copy) put(form, replaceForm(ontology, files, compared, since, problem, signal));
    file.value = '';
  }});
  const choice = el('select', {onchange: () => {
    against = choice.value;
    since();
  }}, el('option', {value: ''}, 'the document as it was sent'));
  const load = () => attempt(versions, async () => {
    const {items} = await get(ontology.path + '/documents', {}, signal);
    const earlier = items.filter(d => !d.current), own = items.find(d => d.current)?.name;
    if (own) parts[1].firstChild.download = own.replace(/\.gz$/, '');
    const none = choice.selectedIndex < 0;
    put(choice, el('option', {value: ''}, 'the document as it was sent'), earlier.map(d => el('option', {value: d.document, selected: String(d.document) === against}, nameOfVersion(d))));
    if (none) choice.selectedIndex = -1;
    put(versions, earlier.length > 0 && [el('h3', {}, 'Earlier versions'), el('ul.plain', {}, earlier.map(d => versionItem(ontology, d, since)))]);
  });
  ontology.addEventListener('content', debounce(200, () => {
    load();
    if (choice.selectedIndex >= 0) since(); // else a comparison with a file is shown
  }), {signal});
  list.addEventListener('open', () => list.chosen?.item.subject && go(classPlace(ontology.id, list.chosen.item.subject.iri)));
  load();
  since();
  const download = (text, path, query, name, title) => el('li', {}, link(address(`${ontology.path}/${path}`, query), text, {download: name, title}));
  const parts = Object.entries(exports).map(([text, [path, query, end, title]]) => download(text, path, query, ontology.status.name + end, title));
  const others = Object.entries(wholes).map(([format, text]) => download(text, 'document', {format}, `${ontology.status.name}.${format}`));
  return {element: el('div', {}, el('h2.unseen', {}, 'Changes'), el('div.line', {}, field('Since', choice), field('Compare, or replace, with a new version', file),
    el('div.field.exports', {}, el('span', {}, 'Export'), el('ul.inline', {}, parts, el('li', {}, el('details', {}, el('summary', {}, 'Rewritten as'), el('ul.inline', {}, others)))))), message, form, problem,
  el('div.review.changes', {}, el('div.middle', {}, summary, about, list.element, more, versions), detail.element))};
}

const states = {added: 'new', removed: 'removed', deprecated: 'now obsolete'};

/** Returns the section of a subject, with a row for each axiom. absent: the state of subjects that the ontology lacks. */
function sectionOf({subject, state, added, removed, changed}, edits, absent) {
  const row = change => ({axiom, manchester}) => ({axiom, manchester, hash: change + axiom, subject: state === absent ? undefined : subject, change, operation: edits.get(change + axiom), evidence: []});
  return {key: subject?.iri ?? '', title: subject ? `${subject.label}${subject.id && subject.id !== subject.label ? ` ${subject.id}` : ''}` : 'Other axioms', hint: states[state], open: true,
    items: [...changed.flatMap(({before, after}) => [row('−')(before), row('+')(after)]), ...added.map(row('+')), ...removed.map(row('−'))]};
}

const nameOfVersion = d => [d.versionIRI || d.name || d.format, new Date(d.at).toLocaleString('en-GB', {dateStyle: 'medium', timeStyle: 'short'})].join(', ');

function versionItem(ontology, d, changed) {
  const message = el('div');
  const restore = act('Restore', async () => {
    ontology.take(await post(`${ontology.path}/documents/${d.document}/restore`));
    changed();
  }, message, {'aria-label': `Restore ${nameOfVersion(d)}`});
  return el('li', {}, link(address(`${ontology.path}/documents/${d.document}`), d.name || d.format, {download: ''}), d.versionIRI && [' ', el('span.iri.quiet', {}, d.versionIRI)],
    ' ', el('span.quiet', {}, moment(d.at)), ' ', !ontology.status.copy && restore, message);
}

/** Returns the question whether to replace the document by files that have been compared. */
function replaceForm(ontology, files, {diff, edits}, done, problem, signal) {
  const message = el('div', {'aria-live': 'polite'});
  const other = diff.older.iri && diff.newer.iri && diff.older.iri !== diff.newer.iri;
  const sure = el('input', {type: 'checkbox', onchange: () => { replace.disabled = !sure.checked; }});
  const apply = el('input', {type: 'checkbox', checked: true});
  const lost = diff.acceptsMissing ?? [], edited = lost.length > 0 || !other && edits.size > 0;
  const replace = button('Replace', async () => {
    replace.disabled = true;
    put(message, el('p.quiet', {}, 'Sending…'));
    try {
      const send = async () => {
        const status = await upload(ontology.path, files, () => {}, signal, {otherIRI: other ? true : undefined});
        form.remove();
        return status;
      };
      await ontology.replace(send, edited && apply.checked);
      done();
    } catch (error) {
      replace.disabled = false;
      message.replaceChildren();
      if (!form.isConnected) done(); // it is replaced
      fail(problem, error);
    }
  }, {kind: 'primary', disabled: other});
  const cancel = button('Cancel', done);
  const form = el('section.panel', {'aria-label': 'Replace the document'}, el('h3', {}, `Replace ${ontology.status.name} with ${files[0].name}?`),
    other ? el('p.conflict', {}, `Another ontology: ${diff.newer.iri}`) : el('p', {}, 'The same ontology IRI.'),
    diff.older.versionIRI !== diff.newer.versionIRI && el('p', {}, `Version ${diff.older.versionIRI ?? '–'} → ${diff.newer.versionIRI ?? '–'}`),
    diff.newer.missingImports?.length > 0 && el('p', {}, plural(diff.newer.missingImports.length, 'import'), ' missing'),
    diff.accepts > 0 && el('p', {}, lost.length ? `${count(lost.length)} of ${plural(diff.accepts, 'accepted axiom')} ${lost.length === 1 ? 'is' : 'are'} not in it.` : `The ${plural(diff.accepts, 'accepted axiom')} ${diff.accepts === 1 ? 'is' : 'are'} in it.`),
    edited && check('Apply the edits of the present version again', apply), other && check('This is another ontology: replace anyway', sure),
    el('p.quiet', {}, 'The present version is kept and can be restored below.'), el('p', {}, replace, ' ', cancel), message);
  return form;
}

