// The report: created by a job, opened in a new window.
import {address} from './api.js';
import {el, fail, field, link, numberIn, moment, put, update} from './dom.js';
import {classSearch} from './search.js';

/** @param {import('./ontology.js').Ontology} ontology @param {AbortSignal} signal */
export function reportView(ontology, signal) {
  const message = el('div', {'aria-live': 'polite'}), made = el('div');
  const dim = el('input', {type: 'number', min: 1, max: 2000});
  const steps = el('input', {type: 'number', min: 1, max: 1000000});
  const submit = el('button.primary', {type: 'submit'}, 'Create report');
  const drawn = new Map();
  const list = el('ul.inline');
  const search = classSearch(ontology.path, iri => {
    drawn.set(iri, search.input.value);
    search.input.value = '';
    paintDrawn();
  }, {label: 'Draw neighborhoods of', signal});
  const paintDrawn = () => put(list, [...drawn].map(([iri, label]) => el('li', {}, label, ' ', el('button.quiet', {type: 'button', 'aria-label': `Remove ${label}`, onclick: () => {
    drawn.delete(iri);
    paintDrawn();
  }}, '×'))));
  const paint = () => {
    submit.disabled = ontology.working.some(job => job.kind === 'report');
    const job = ontology.latest('report', 'done');
    const file = (name, text, props) => link(address(`${ontology.path}/reports/comparison.${name}`), text, props);
    update(made, job && el('section.panel', {}, el('h3', {}, 'The last report'), el('p', {}, 'Made ', moment(job.finished ?? job.created), '.'),
      el('p', {}, file('html', 'Open the report', {target: '_blank', rel: 'noopener', class: 'button'}), ' ', file('json', 'JSON', {download: 'comparison.json'}), ' · ', file('tsv', 'TSV', {download: 'comparison.tsv'}))));
  };
  ontology.addEventListener('job', paint, {signal});
  paint();
  const start = async event => {
    event.preventDefault();
    put(message);
    try {
      await ontology.start('reports', {dim: numberIn(dim), steps: numberIn(steps), ...(drawn.size && {classes: [...drawn.keys()]})});
    } catch (error) {
      fail(message, error);
    }
  };
  return {
    element: el('div.page', {}, el('h2', {}, 'Report: reasoner vs. model'),
      el('p', {}, 'Compares what the reasoner entails with what the model predicts, on held-out axioms. Trains a model; takes several minutes.'),
      made, el('form.panel', {onsubmit: start, 'aria-label': 'Report'}, search.element, list,
        el('details', {}, el('summary', {}, 'Training'), el('div.line', {}, field('Dimensions', dim), field('Steps', steps))), submit, message)),
  };
}
