// The model card: what the model finds of held-out axioms, next to names alone and popularity, and how it was trained.
import {LossCurve} from './chart.js';
import {count, el, fail, plural, put} from './dom.js';

const forms = {NF1: ['superclass', 'superclasses'], NF3: ['restriction', 'restrictions']};
const rankers = {model: 'model', names: 'names alone', popularity: 'popularity'};

/** Returns how many axioms a share is, of 100 or of all if they are fewer. */
const found = (share, axioms) => Math.round(share * Math.min(axioms, 100));

/** Returns how good a model is, in a sentence; '' if no axioms were held out. */
function modelSentence({heldOut: [first]}) {
  return first ? `finds ${found(first.model, first.axioms)} of ${Math.min(first.axioms, 100)} held-out ${forms[first.form][first.axioms > 1 ? 1 : 0]} in its first ten (names alone: ${found(first.names, first.axioms)})` : '';
}

/** Returns the card, whose summary is the sentence. @param {import('./ontology.js').Ontology} ontology @param {AbortSignal} signal */
export function modelCard(ontology, signal) {
  const title = el('span'), body = el('div.panel'), curve = new LossCurve();
  const element = el('details', {hidden: true}, el('summary', {}, title), body);
  let shown;
  const load = async () => {
    const {model} = ontology.status.suggestions, key = model && `${model.architecture} ${model.trainedSteps} ${ontology.latest('training', 'done')?.id}`;
    element.hidden = !model;
    if (!model || key === shown) return;
    shown = key;
    put(title, 'Model');
    try {
      const card = await ontology.model(), {options, steps, bestStep, stopped, validation = []} = card, sentence = modelSentence(card);
      put(title, 'Model', sentence && `: ${sentence}`);
      put(body, el('div.columns', {}, card.heldOut.map(({form, axioms, ...shares}) => el('section', {}, el('h2', {}, `Of ${plural(axioms, `held-out ${forms[form][0]}`, `held-out ${forms[form][1]}`)}, the first ten have`),
        el('dl.bars', {}, Object.entries(rankers).map(([key, name]) => el('div', {}, el('dt', {}, name),
          el('dd', {}, el('progress', {max: 1, value: shares[key], 'aria-label': name}), ` ${found(shares[key], axioms)} of ${Math.min(axioms, 100)}`)))))), el('section', {}, el('h2', {}, 'Training'),
      el('p', {}, `${count(steps)} of ${plural(options.steps, 'step')}${stopped === 'noImprovement' ? `: stopped, no better since step ${count(bestStep)}` : ''} · ${card.architecture}, ${plural(options.dim, 'dimension')}, seed ${options.seed}`),
      validation.length > 1 && el('details', {ontoggle: () => curve.show(validation.map(({step, loss, validation: v}) => ({step, loss: {...loss, ...(v && {'held-out MRR': v.mrr})}})))}, el('summary', {}, 'Training curve'), curve.element))));
    } catch (error) {
      shown = undefined;
      if (error.status !== 404) fail(body, error);
    }
  };
  for (const type of ['status', 'job']) ontology.addEventListener(type, load, {signal});
  load();
  return element;
}
