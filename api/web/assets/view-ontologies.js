// The list of ontologies, and the upload of a new one.
import {get, post, Problem, request, upload} from './api.js';
import {announce, attempt, button, count, el, fail, link, moment, percent, plural, put} from './dom.js';
import {go, place} from './route.js';

/** @param {AbortSignal} signal */
export function ontologiesView(signal) {
  const list = el('div');
  const load = () => attempt(list, async () => {
    const items = [];
    for (let cursor; ;) {
      const page = await get('/ontologies', {cursor, limit: 200}, signal);
      items.push(...page.items);
      if (!(cursor = page.next)) break;
    }
    put(list, items.length ? el('ul.cards', {}, items.map(status => card(status, load, signal))) : el('p.quiet', {}, 'No ontologies yet.'));
  }, load);
  load();
  return {title: 'Ontologies', element: el('div.page', {}, el('h1', {}, 'Ontologies'), list, addForm(signal))};
}

function card(status, changed, signal) {
  const {id, name, iri, axioms, reasoner, suggestions} = status;
  const message = el('div');
  const remove = () => attempt(message, async () => {
    await request('DELETE', `/ontologies/${id}`, {signal});
    announce(`${name} is deleted.`);
    changed();
  });
  const ask = () => {
    const no = button('Cancel', () => {
      message.replaceChildren();
      del.focus();
    });
    put(message, el('p.ask', {role: 'group', 'aria-label': `Delete ${name}?`}, 'Delete this ontology from the server? The edited copy is lost; decisions and models are kept. ', button('Delete', remove, {kind: 'danger'}), ' ', no));
    no.focus();
  };
  const del = button('Delete', ask, {kind: 'quiet', 'aria-label': `Delete ${name}`});
  return el('li.card', {}, el('div', {}, el('h2', {}, link(place(id), name)), iri && iri !== name && el('p.quiet.iri', {}, iri),
    el('p', {}, count(axioms), ' axioms · ', reasonerWord(reasoner), reasoner.unsatisfiable > 0 && [' · ', link(place(id, 'unsatisfiable'), plural(reasoner.unsatisfiable, 'unsatisfiable class', 'unsatisfiable classes'), {class: 'bad'})], ' · ', suggestionsWord(suggestions), ' · ', moment(status.changed ?? status.created)), message), del);
}

/** Returns the state of the reasoner. */
export const reasonerWord = reasoner => ({
  none: 'Not classified', classifying: 'Classifying…', ready: 'Classified', inconsistent: 'Inconsistent', failed: 'Classification failed',
})[reasoner.state] ?? reasoner.state;

/** The share of changed axioms from which retraining is proposed. */
export const worthTraining = 0.01;

/** Returns the state of suggestions. */
export function suggestionsWord({state, model}) {
  const word = {none: 'No suggestions', preparing: 'Preparing suggestions…', ready: model ? 'Model ready' : 'No model', stale: model?.stale ? 'Model ready' : 'Updating after edit…'}[state] ?? state;
  return model?.stale && model.changed >= worthTraining ? `${word} (${percent(model.changed)} of the axioms have changed since the training)` : word;
}

/** Returns the form that uploads files when they are chosen. */
function addForm(signal) {
  const message = el('div', {'aria-live': 'polite'});
  const send = async files => {
    if (!files.length) return;
    await attempt(message, async () => {
      await add(files, message, signal);
    });
    input.value = '';
  };
  const input = el('input', {type: 'file', multiple: true, onchange: () => send([...input.files])});
  const drop = el('label.drop', {
    ondragover: event => {
      event.preventDefault();
      drop.classList.add('over');
    },
    ondragleave: () => drop.classList.remove('over'),
    ondrop: event => {
      event.preventDefault();
      drop.classList.remove('over');
      filesOf(event.dataTransfer).then(send);
    },
  }, el('strong', {}, 'Choose or drop an ontology'), input, el('span.quiet', {}, 'With its imports and catalog-v001.xml, if it has any: several files, or a folder.'),
  el('span.quiet', {}, 'RDF/XML, Turtle, functional syntax, OBO, OWL/XML, Manchester syntax, JSON-LD, N-Triples; also gzipped. Classification and training start at once.'));
  return el('section.panel', {}, el('h2', {}, 'Add an ontology'), drop, message);
}

/** Returns the files that were dropped, those in folders included. */
async function filesOf(transfer) {
  const entries = [...transfer.items].map(item => item.webkitGetAsEntry?.()).filter(Boolean);
  if (!entries.some(entry => entry.isDirectory)) return [...transfer.files];
  const files = [];
  const walk = async entry => {
    if (entry.isFile) {
      const file = await new Promise((resolve, reject) => { entry.file(resolve, reject); });
      files.push(new File([file], entry.fullPath.replace(/^\//, ''), {type: file.type}));
      return;
    }
    const reader = entry.createReader();
    for (;;) {
      const some = await new Promise((resolve, reject) => { reader.readEntries(resolve, reject); });
      if (!some.length) return;
      for (const inner of some) await walk(inner);
    }
  };
  for (const entry of entries) await walk(entry);
  return files.filter(file => !/(^|\/)\./.test(file.name));
}

const bareName = name => name.replace(/(\.(ofn|owl|ttl|rdf|obo|owx|omn|nt|jsonld|json|xml))?(\.gz)?$/i, '').slice(0, 200) || 'ontology';

/** Uploads files, and starts classification and training. */
async function add(files, message, signal, main = undefined) {
  const bar = el('progress', {max: 1, value: 0, 'aria-label': 'Sending'}), text = el('span', {}, 'Sending…');
  put(message, el('p.sending', {}, bar, ' ', text));
  const sent = (done, total) => {
    bar.value = total ? done / total : 0;
    if (done < total) return;
    text.textContent = 'Reading…';
    bar.removeAttribute('value');
  };
  const name = files.length === 1 || main ? bareName(main ?? files[0].name) : undefined;
  const {id} = await post('/ontologies', {name}, signal);
  try {
    const status = await upload(`/ontologies/${id}`, files, sent, signal, {}, {main});
    announce(`${status.name}: ${plural(status.axioms, 'axiom')}.`);
    if (status.axioms) await post(`/ontologies/${id}/trainings`, {}, signal); // which classifies first
    go(place(id));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    request('DELETE', `/ontologies/${id}`).catch(() => {}); // otherwise an empty ontology remains
    const choices = error.kind === 'ambiguous-name' ? error.body.candidates : [];
    if (choices.length) {
      return put(message, el('p.ask', {role: 'alert'}, 'Which file is the ontology? ', choices.map(choice =>
        button(choice, () => add(files, message, signal, choice).catch(problem => fail(message, problem))))));
    }
    if (error.kind !== 'same-ontology') throw error;
    const there = error.body.ontology;
    put(message, el('p.ask', {role: 'alert'}, 'This ontology is open already. ', link(place(there, 'changes'), 'Compare or replace it'), ' or ',
      button('open this document as a copy', () => addCopy(files, name, message, signal)), ' to read it.'));
  }
}

/** Opens a document as a read-only copy, next to the ontology with the same IRI. */
async function addCopy(files, name, message, signal) {
  await attempt(message, async () => {
    const {id} = await post('/ontologies', {name: `${name ?? 'ontology'} (copy)`.slice(0, 200)}, signal);
    await upload(`/ontologies/${id}`, files, () => {}, signal, {copy: true});
    go(place(id));
  });
}
