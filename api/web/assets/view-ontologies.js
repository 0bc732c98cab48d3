// The list of ontologies, and the upload of a new one.
import {get, post, Problem, request, upload} from './api.js';
import {announce, button, count, el, fail, field, link, moment, percent, plural, put} from './dom.js';
import {go, place} from './route.js';

/** @param {AbortSignal} signal */
export function ontologiesView(signal) {
  const list = el('div');
  const load = async () => {
    try {
      const items = [];
      for (let cursor; ;) {
        const page = await get('/ontologies', {cursor, limit: 200}, signal);
        items.push(...page.items);
        if (!(cursor = page.next)) break;
      }
      put(list, items.length ? el('ul.cards', {}, items.map(status => card(status, load, signal))) : el('p.quiet', {}, 'No ontologies yet. Add a file to start.'));
    } catch (error) {
      fail(list, error, load);
    }
  };
  load();
  return {title: 'Ontologies', element: el('div.page', {}, el('h1', {}, 'Ontologies'), list, addForm(signal))};
}

function card(status, changed, signal) {
  const {id, name, iri, axioms, reasoner, suggestions} = status;
  const message = el('div');
  const remove = async () => {
    try {
      await request('DELETE', `/ontologies/${id}`, {signal});
      announce(`${name} is deleted.`);
      changed();
    } catch (error) {
      fail(message, error);
    }
  };
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
    el('p', {}, count(axioms), ' axioms · ', reasonerWord(reasoner), ' · ', suggestionsWord(suggestions), ' · ', moment(status.changed ?? status.created)), message), del);
}

/** Returns the state of the reasoner. */
export const reasonerWord = reasoner => ({
  none: 'Not classified', classifying: 'Classifying…', ready: 'Classified', inconsistent: 'Inconsistent', failed: 'Classification failed',
})[reasoner.state] ?? reasoner.state;

/** Returns the state of suggestions. */
export function suggestionsWord({state, model}) {
  const word = {none: 'No suggestions', preparing: 'Loading model…', ready: model ? 'Model ready' : 'No model', stale: model?.stale ? 'Model ready' : 'Updating after edit…'}[state] ?? state;
  return model?.stale ? `${word} (${percent(model.changed)} of the axioms have changed since the training)` : word;
}

/** Returns the upload form. */
function addForm(signal) {
  const message = el('div', {'aria-live': 'polite'});
  const file = el('input', {type: 'file', onchange: () => chosen()});
  const name = el('input', {type: 'text', maxlength: 200, autocomplete: 'off', placeholder: 'File name'});
  const send = el('button.primary', {type: 'submit', disabled: true}, 'Add');
  const chosen = () => {
    send.disabled = !file.files.length;
    if (file.files.length) name.placeholder = bareName(file.files[0].name);
  };
  const drop = el('label.drop', {
    ondragover: event => {
      event.preventDefault();
      drop.classList.add('over');
    },
    ondragleave: () => drop.classList.remove('over'),
    ondrop: event => {
      event.preventDefault();
      drop.classList.remove('over');
      file.files = event.dataTransfer.files;
      chosen();
    },
  }, el('strong', {}, 'Choose an ontology file or drop it here'), file, el('span.quiet', {}, 'Functional syntax, Turtle, RDF/XML, OBO, JSON-LD, N-Triples; also gzipped. Imports are not loaded: upload a merged file (robot merge).'));
  const submit = async event => {
    event.preventDefault();
    send.disabled = true;
    try {
      await add(file.files[0], name.value.trim() || bareName(file.files[0].name), message, signal);
    } catch (error) {
      fail(message, error);
    }
    send.disabled = false;
  };
  return el('section.panel', {}, el('h2', {}, 'Add an ontology'), el('form', {onsubmit: submit}, drop, field('Name', name), send), message);
}

const bareName = name => name.replace(/(\.(ofn|owl|ttl|rdf|obo|owx|omn|nt|jsonld|json|xml))?(\.gz)?$/i, '').slice(0, 200) || 'ontology';

async function add(file, name, message, signal) {
  const bar = el('progress', {max: 1, value: 0, 'aria-label': `Sending ${file.name}`});
  const text = el('span', {}, 'Sending…');
  put(message, el('p.sending', {}, bar, ' ', text));
  const {id} = await post('/ontologies', {name}, signal);
  try {
    const status = await upload(`/ontologies/${id}`, file, (done, total) => {
      bar.value = total ? done / total : 0;
      if (done === total) {
        text.textContent = 'Reading…';
        bar.removeAttribute('value');
      }
    }, signal);
    announce(`${name}: ${plural(status.axioms, 'axiom')}.`);
    go(place(id));
  } catch (error) {
    request('DELETE', `/ontologies/${id}`).catch(() => {}); // otherwise an empty ontology remains
    if (!(error instanceof Problem) || error.kind !== 'same-ontology') throw error;
    const there = error.body.ontology;
    put(message, el('p.ask', {role: 'alert'}, 'This ontology is open already. Open it, put this document in its place under More, or ',
      button('open this document as a copy', () => addCopy(file, name, message, signal)), ' to read it. ', link(place(there), 'Go to the ontology')));
  }
}

/** Opens a document as a read-only copy, next to the ontology with the same IRI. */
async function addCopy(file, name, message, signal) {
  try {
    const {id} = await post('/ontologies', {name: `${name} (copy)`.slice(0, 200)}, signal);
    await upload(`/ontologies/${id}`, file, () => {}, signal, {copy: true});
    go(place(id));
  } catch (error) {
    fail(message, error);
  }
}
