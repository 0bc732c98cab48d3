// The report: created by a job, opened in a new window.
import {address} from './api.js';
import {attempt, button, el, field, link, moment, numberIn, put, update} from './dom.js';

/** @param {import('./ontology.js').Ontology} ontology @param {AbortSignal} signal */
export function reportView(ontology, signal) {
  const message = el('div', {'aria-live': 'polite'}), made = el('div');
  const dim = el('input', {type: 'number', min: 1, max: 2000}), steps = el('input', {type: 'number', min: 1, max: 1000000});
  const submit = button('Create report', () => start(), {kind: 'primary'});
  const paint = () => {
    submit.disabled = ontology.working.some(job => job.kind === 'report');
    const job = ontology.latest('report', 'done');
    const file = (name, text, props) => link(address(`${ontology.path}/reports/comparison.${name}`), text, props);
    update(made, job && el('section.panel', {}, el('h3', {}, 'The last report'), el('p', {}, 'Made ', moment(job.finished ?? job.created), '.'),
      el('p', {}, file('html', 'Open the report', {target: '_blank', rel: 'noopener', class: 'button'}), ' ', file('json', 'JSON', {download: 'comparison.json'}), ' · ', file('tsv', 'TSV', {download: 'comparison.tsv'}))));
  };
  ontology.addEventListener('job', paint, {signal});
  paint();
  const start = () => attempt(message, async () => {
    put(message);
    await ontology.start('reports', {dim: numberIn(dim), steps: numberIn(steps)});
  });
  return {
    element: el('div.page', {}, el('h2', {}, 'Report: reasoner vs. model'),
      el('p', {}, 'Compares what the reasoner entails with what the model predicts, on held-out axioms. Trains a model; takes several minutes.'),
      made, el('details', {}, el('summary', {}, 'Training'), el('div.line', {}, field('Dimensions', dim), field('Steps', steps))), el('p', {}, submit), message),
  };
}
