// Changes since a document was sent, or against another file, and earlier versions.
import {address, get, post, upload} from './api.js';
import {classLink, manchester} from './axioms.js';
import {button, count, debounce, el, fail, field, link, moment, plural, put} from './dom.js';

/** @param {import('./ontology.js').Ontology} ontology @param {AbortSignal} signal */
export function changesView(ontology, signal) {
  const result = el('div', {'aria-live': 'polite'}), versions = el('div');
  let against = ''; // the number of a document; '' for the present one as it was sent
  const compare = async ask => {
    put(result, el('p.quiet', {}, 'Comparing…'));
    try {
      const diff = await ask();
      put(result, diffOf(ontology, diff));
      return diff;
    } catch (error) {
      fail(result, error);
    }
  };
  const since = () => compare(() => request({document: against}));
  const request = query => post(`${ontology.path}/diff?${new URLSearchParams(Object.entries(query).filter(([, v]) => v))}`, undefined, signal);
  const file = el('input', {type: 'file', multiple: true, onchange: async () => {
    const files = [...file.files];
    if (!files.length) return;
    const diff = await compare(() => upload(ontology.path + '/diff', files, () => {}, signal, {}, {method: 'POST'}));
    if (diff && !ontology.status.copy) result.prepend(replaceForm(ontology, files, diff, since, signal));
    file.value = '';
  }});
  const choice = el('select', {onchange: () => {
    against = choice.value;
    since();
  }}, el('option', {value: ''}, 'the document as it was sent'));
  const load = async () => {
    try {
      const {items} = await get(ontology.path + '/documents', {}, signal);
      const earlier = items.filter(d => !d.current);
      put(choice, el('option', {value: ''}, 'the document as it was sent'), earlier.map(d => el('option', {value: d.document, selected: String(d.document) === against}, nameOfVersion(d))));
      put(versions, earlier.length > 0 && [el('h3', {}, 'Earlier versions'), el('ul.plain', {}, earlier.map(d => versionItem(ontology, d, since)))]);
    } catch (error) {
      fail(versions, error);
    }
  };
  ontology.addEventListener('content', debounce(200, () => {
    load();
    since();
  }), {signal});
  load();
  since();
  return {element: el('div.page', {}, el('h2', {}, 'Changes'), el('div.line', {}, field('Since', choice), field('Compare with a file', file)), result, versions)};
}

const nameOfVersion = d => [d.versionIRI || d.name || d.format, new Date(d.at).toLocaleString('en-GB', {dateStyle: 'medium', timeStyle: 'short'})].join(', ');

function versionItem(ontology, d, changed) {
  const message = el('div');
  const restore = button('Restore', async () => {
    restore.disabled = true;
    try {
      ontology.take(await post(`${ontology.path}/documents/${d.document}/restore`));
      changed();
    } catch (error) {
      restore.disabled = false;
      fail(message, error);
    }
  }, {'aria-label': `Restore ${nameOfVersion(d)}`});
  return el('li', {}, link(address(`${ontology.path}/documents/${d.document}`), d.name || d.format, {download: ''}), d.versionIRI && [' ', el('span.iri.quiet', {}, d.versionIRI)],
    ' ', el('span.quiet', {}, moment(d.at)), ' ', !ontology.status.copy && restore, message);
}

/** Returns the question whether to replace the document by files that have been compared. */
function replaceForm(ontology, files, diff, done, signal) {
  const message = el('div', {'aria-live': 'polite'});
  const other = diff.older.iri && diff.newer.iri && diff.older.iri !== diff.newer.iri;
  const sure = el('input', {type: 'checkbox', onchange: () => { replace.disabled = !sure.checked; }});
  const apply = el('input', {type: 'checkbox', checked: true});
  const lost = diff.acceptsMissing ?? [];
  const replace = button('Replace', async () => {
    replace.disabled = true;
    put(message, el('p.quiet', {}, 'Sending…'));
    try {
      ontology.take(await upload(ontology.path, files, () => {}, signal, {otherIRI: other ? true : undefined}));
      if (lost.length && apply.checked) {
        const {items} = await get(ontology.path + '/breaches', {}, signal);
        await ontology.mend(items.filter(item => item.action === 'accept'), true);
      }
      done();
    } catch (error) {
      replace.disabled = false;
      fail(message, error);
    }
  }, {kind: 'primary', disabled: other});
  const cancel = button('Cancel', () => form.remove());
  const form = el('section.panel', {'aria-label': 'Replace the document'}, el('h3', {}, `Replace ${ontology.status.name} by ${files[0].name}?`),
    other ? el('p.conflict', {}, `Another ontology: ${diff.newer.iri}`) : el('p', {}, 'The same ontology IRI.'),
    (diff.older.versionIRI || diff.newer.versionIRI) && el('p', {}, `Version ${diff.older.versionIRI ?? '–'} → ${diff.newer.versionIRI ?? '–'}`),
    diff.newer.missingImports?.length > 0 && el('p', {}, plural(diff.newer.missingImports.length, 'import'), ' missing'),
    diff.accepts > 0 && el('p', {}, `Of ${plural(diff.accepts, 'accepted axiom')} ${count(diff.accepts - lost.length)} are in it, ${count(lost.length)} are not.`),
    lost.length > 0 && el('div.check', {}, apply, el('label', {}, 'Add these to it')),
    other && el('div.check', {}, sure, el('label', {}, 'This is another ontology: replace anyway')),
    el('p.quiet', {}, 'The present version is kept and can be restored below.'), el('p', {}, replace, ' ', cancel), message);
  for (const [input, label] of [...form.querySelectorAll('.check')].map(box => [...box.children])) {
    input.id = `replace-${input === sure ? 'sure' : 'apply'}`;
    label.htmlFor = input.id;
  }
  return form;
}

const states = {added: 'new', removed: 'removed', deprecated: 'now obsolete'};

/** How many subjects are shown at first. */
const first = 100;

/** Returns a difference: its numbers, and the axioms by subject. */
function diffOf(ontology, diff) {
  if (!diff.subjectsTotal && !diff.annotationsOnly) return el('p', {}, 'No changes.');
  const list = el('div.diff', {}, diff.subjects.slice(0, first).map(s => subjectOf(ontology, s)));
  const rest = diff.subjects.slice(first);
  const more = button(`Show ${count(rest.length)} more`, () => {
    more.remove();
    list.append(...rest.map(s => subjectOf(ontology, s)));
  });
  return [el('p', {role: 'status'}, el('strong', {}, `+${count(diff.added)} −${count(diff.removed)} axioms`), ` about ${plural(diff.subjectsTotal, 'entity', 'entities')}`,
    diff.changed > 0 && `; ${plural(diff.changed, 'pair')} of them changed`, diff.annotationsOnly > 0 && `; ${count(diff.annotationsOnly)} with other annotations`,
    `. ${plural(diff.addedEntities, 'new entity', 'new entities')}, ${count(diff.removedEntities)} removed, ${count(diff.deprecated)} now obsolete.`),
  list, rest.length > 0 && more,
  diff.subjectsTotal > diff.subjects.length && el('p.quiet', {}, `The first ${count(diff.subjects.length)} of ${count(diff.subjectsTotal)} entities; the command `, el('code', {}, 'box2el-owl diff'), ' writes all.')];
}

function subjectOf(ontology, {subject, state, added, removed, changed}) {
  const line = (sign, axiom) => el(`li.${sign === '+' ? 'plus' : 'minus'}`, {}, el('span', {'aria-hidden': 'true'}, sign, ' '),
    el('span.unseen', {}, sign === '+' ? 'added: ' : 'removed: '), manchester(axiom.manchester));
  return el('section', {}, el('h3', {}, subject ? classLink(ontology.id, subject) : 'Other axioms', state && el('span.tag', {}, states[state])),
    el('ul.plain', {}, changed.map(({before, after}) => [line('−', before), line('+', after)]), added.map(a => line('+', a)), removed.map(a => line('−', a))));
}
