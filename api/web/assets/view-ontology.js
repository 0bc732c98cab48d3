// One ontology: its state, the next action, its jobs, and the selected view.
import {ended, get} from './api.js';
import {axiomList} from './axioms.js';
import {LossCurve} from './chart.js';
import {act, attempt, button, check, count, el, fail, field, link, numberIn, plural, put, sentence, settings, update} from './dom.js';
import {modelCard} from './model.js';
import {jobNames, Ontology} from './ontology.js';
import {place} from './route.js';
import {importsBanner} from './imports.js';
import {provenanceSettings} from './provenance.js';
import {changesView} from './view-changes.js';
import {checkView} from './view-check.js';
import {classView} from './view-class.js';
import {historyView} from './view-history.js';
import {newClassView} from './view-new.js';
import {reasonerWord, suggestionsWord, worthTraining} from './view-ontologies.js';
import {reportView} from './view-report.js';
import {reviewView} from './view-review.js';
import {unsatisfiableView} from './view-unsatisfiable.js';

const views = {
  review: {name: 'Review', make: reviewView},
  new: {name: 'New class', make: newClassView},
  class: {name: 'Classes', make: classView},
  changes: {name: 'Changes', make: changesView},
  check: {name: 'Query', make: checkView},
  history: {name: 'History', make: historyView},
  report: {name: 'Report', make: reportView},
  unsatisfiable: {name: 'Unsatisfiable classes', make: unsatisfiableView, hidden: true},
};

/**
 * @param {string} id
 * @param {AbortSignal} signal
 */
export async function ontologyView(id, signal) {
  const ontology = await Ontology.open(id, signal);
  const tabs = el('nav.tabs', {'aria-label': 'Views of the ontology'}, el('ul', {}, Object.entries(views).filter(([, view]) => !view.hidden).map(([view, {name}]) =>
    el('li', {}, link(place(id, view), name, {'data-view': view})))));
  const content = el('div.content');
  const element = el('div.ontology', {}, header(ontology, signal), importsBanner(ontology, signal), breachStrip(ontology, signal), jobStrip(ontology, signal), tabs, content);
  let shown, leave = new AbortController();
  return {
    get title() { return [shown?.title, ontology.status.name].filter(Boolean).join(' · '); },
    element,
    /** Shows a view, or another fragment of the current one. */
    show(route) {
      const view = views[route.view] ? route.view : 'review';
      for (const a of tabs.querySelectorAll('a')) a.dataset.view === view ? a.setAttribute('aria-current', 'page') : a.removeAttribute('aria-current');
      tabs.querySelector('[aria-current]')?.scrollIntoView({block: 'nearest', inline: 'nearest'});
      if (shown?.view !== view) {
        leave.abort();
        leave = new AbortController();
        shown = {view, ...views[view].make(ontology, AbortSignal.any([signal, leave.signal]))};
        shown.title = views[view].name;
        put(content, shown.element);
      }
      shown.show?.(route.arg, route.query);
    },
  };
}

// --- Header

function header(ontology, signal) {
  const title = el('h1'), state = el('p.state', {}), next = el('div.next'), warned = el('summary'), lines = el('ul'), warning = el('details', {}, warned, lines);
  const paint = () => {
    const {name, iri, versionIRI, copy, axioms, reasoner, suggestions, warnings = []} = ontology.status;
    update(title, name);
    title.title = iri ?? '';
    update(state, [iri !== name && (versionIRI || iri) && el('span.iri', {}, versionIRI || iri), copy && 'read only', plural(axioms, 'axiom'),
      reasoner.classes > 0 && plural(reasoner.classes, 'class', 'classes'),
      reasoner.state === 'inconsistent' ? link(place(ontology.id, 'review'), reasonerWord(reasoner), {class: 'bad'}) : el('span.state-' + reasoner.state, {}, reasonerWord(reasoner)),
      reasoner.unsatisfiable > 0 && link(place(ontology.id, 'unsatisfiable'), plural(reasoner.unsatisfiable, 'unsatisfiable class', 'unsatisfiable classes'), {class: 'bad'}),
      reasoner.outsideEL > 0 && link(place(ontology.id, 'check', 'profile'), `${plural(reasoner.outsideEL, 'axiom')} outside OWL 2 EL`),
      el('span', {title: suggestions.reason && sentence(suggestions.reason)}, suggestionsWord(suggestions))].filter(Boolean).map(part => el('span.part', {}, part)));
    update(next, nextStep(ontology));
    warning.hidden = !warnings.length;
    update(warned, plural(warnings.length, 'warning'));
    update(lines, warnings.map(line => el('li.iri', {}, line)));
  };
  ontology.addEventListener('status', paint, {signal});
  ontology.addEventListener('job', paint, {signal});
  paint();
  return el('header.about', {}, el('div.line', {}, el('div', {}, title, state), next), el('div.folds', {}, more(ontology), modelCard(ontology, signal), warning));
}

/** Decisions that the ontology does not agree with: a new version of the document or an imported history may bring them about. */
function breachStrip(ontology, signal) {
  const element = el('section.breaches', {'aria-label': 'Decisions that the ontology does not agree with', 'aria-live': 'polite'});
  let painted;
  const paint = async () => {
    const {breaches: all = 0, revision, copy} = ontology.status, breaches = ontology.replacing ? 0 : all, state = `${breaches} ${revision}`;
    if (state === painted) return;
    painted = state;
    if (!breaches) return element.replaceChildren();
    await attempt(element, async () => {
      const {items} = await get(ontology.path + '/breaches', {}, signal);
      if (state !== painted || !items.length) return; // they have been mended meanwhile
      const mend = apply => attempt(element, () => ontology.mend(items, apply));
      const accepted = items.filter(item => item.action === 'accept').length, rejected = items.length - accepted;
      put(element, el('div.error', {}, el('p', {}, [accepted && `${plural(accepted, 'accepted axiom')} not in this version`, rejected && `${plural(rejected, 'rejected axiom')} asserted in it`]
        .filter(Boolean).join(', '), '. ', !copy && [button('Apply the decisions', () => mend(true)), ' ', button('Undo the decisions', () => mend(false), {kind: 'quiet'})]),
      el('details', {}, el('summary', {}, 'Show'), axiomList(items))));
    });
  };
  ontology.addEventListener('status', paint, {signal});
  paint();
  return element;
}

/** Returns the next action: classify, or train if there is no model. */
function nextStep(ontology) {
  const {reasoner, suggestions, axioms} = ontology.status;
  const kinds = ontology.working.map(job => job.kind);
  const message = el('span', {'aria-live': 'polite'});
  const run = (text, what, body, kind = 'primary') => [act(text, () => ontology.start(what, body), message, {kind}), message];
  if (kinds.includes('classification') || kinds.includes('training') || reasoner.state === 'classifying' || suggestions.state === 'preparing') return [];
  if (!axioms) return el('p.quiet', {}, 'This ontology is empty.');
  if (reasoner.state === 'inconsistent') return []; // the review explains it
  if (reasoner.state !== 'ready') return run('Classify', 'classify');
  if (suggestions.state === 'none') return run('Train model', 'trainings', {});
  if (!suggestions.model) return run('Train model', 'trainings', {}, '');
  return suggestions.model.stale && suggestions.model.changed >= worthTraining ? run('Retrain', 'trainings', {}, '') : [];
}

/** Returns the name of a language tag. */
function languageName(tag) {
  try {
    return `${new Intl.DisplayNames(['en'], {type: 'language'}).of(tag)} (${tag})`;
  } catch {
    return tag; // not well-formed
  }
}

/** Returns the rarely used settings: training options, the curator's name, the language. */
function more(ontology) {
  const message = el('div', {'aria-live': 'polite'});
  const failed = error => fail(message, error);
  const who = el('input', {type: 'text', maxlength: 200, value: settings.get('who'), autocomplete: 'name', onchange: () => settings.set('who', who.value.trim())});
  const {languages = []} = ontology.status;
  const language = el('select', {onchange: () => {
    settings.set('language', language.value);
    location.reload(); // all names are requested again
  }}, ['', ...languages].map(tag => el('option', {value: tag, selected: tag === settings.get('language')}, tag ? languageName(tag) : 'Default')));
  return el('details.more', {}, el('summary', {}, 'More'), el('div.columns', {},
    trainingForm(ontology, failed),
    el('div', {}, el('h2', {}, 'You'), field('Your name or ORCID', who), el('p.quiet', {}, 'Recorded with each decision. Stored in this browser only.'),
      languages.length > 0 && field('Language of labels', language)),
    !ontology.status.copy && ontology.status.keep === 'server' && el('div', {}, provenanceSettings(ontology)),
    el('div', {}, el('h2', {}, 'Reasoner'), button('Reclassify', () => ontology.start('classify').catch(failed)))), message);
}

function trainingForm(ontology, failed) {
  const model = el('select', {});
  const dim = el('input', {type: 'number', min: 1, max: 2000});
  const steps = el('input', {type: 'number', min: 1, max: 100000});
  const seed = el('input', {type: 'number', min: 0, placeholder: '1'});
  const retrain = el('input', {type: 'checkbox'});
  let models = [];
  const suggestDefaults = () => {
    const chosen = models.find(m => m.name === model.value);
    dim.placeholder = chosen?.dim ?? '';
    steps.placeholder = chosen?.steps ?? '';
  };
  model.addEventListener('change', suggestDefaults);
  get('/capabilities').then(capabilities => {
    models = capabilities.models;
    put(model, models.map(m => el('option', {value: m.name}, m.name)));
    suggestDefaults();
  }).catch(failed);
  const submit = event => {
    event.preventDefault();
    ontology.start('trainings', {model: model.value || undefined, dim: numberIn(dim), steps: numberIn(steps), seed: numberIn(seed), retrain: retrain.checked}).catch(failed);
  };
  return el('form', {onsubmit: submit, 'aria-label': 'Training'}, el('h2', {}, 'Training'), field('Model', model), el('div.line', {}, field('Dimensions', dim), field('Steps', steps), field('Seed', seed)),
    check('Train even if a model with these settings exists', retrain), el('button', {type: 'submit'}, 'Train'));
}

// --- Jobs

/** Shows the active jobs, and those that ended in this window until they are dismissed. */
function jobStrip(ontology, signal) {
  const element = el('section.jobs', {'aria-label': 'Jobs'});
  const shown = new Map();
  const update = () => {
    for (const job of ontology.jobs.values()) {
      if (!shown.has(job.id) && !ended(job)) {
        const box = jobBox(ontology, job.id, () => box.element.remove());
        shown.set(job.id, box);
        element.append(box.element);
      }
      shown.get(job.id)?.paint();
    }
  };
  ontology.addEventListener('job', update, {signal});
  ontology.addEventListener('progress', event => shown.get(event.detail)?.paint(), {signal});
  ontology.addEventListener('loss', event => shown.get(event.detail)?.loss(), {signal});
  update();
  return element;
}

/** The stages of jobs, as words. */
const stages = {normalizing: 'Normalizing', indexing: 'Indexing', saturating: 'Classifying', reducing: 'Building the hierarchy', train: 'Step', suggesting: 'Class', rank: 'Ranking', ranking: 'Ranking', proving: 'Proving', judging: 'Checking'};

function jobBox(ontology, id, away) {
  const text = el('span.stage'), bar = el('progress', {max: 1, 'aria-label': 'Progress'}), buttons = el('span'), message = el('div');
  const curve = new LossCurve();
  const figure = el('details', {hidden: true}, el('summary', {}, 'Loss'), curve.element);
  const name = jobNames[ontology.jobs.get(id).kind];
  const element = el('div.job', {}, el('div.line', {}, el('strong', {}, name), bar, text, buttons, figure), message);
  let begun = {stage: '', done: 0, at: 0};
  /** Returns the time left of a stage at its speed so far. */
  const timeLeft = (stage, done, total) => {
    if (begun.stage !== stage || done < begun.done) begun = {stage, done, at: performance.now()};
    const seconds = (performance.now() - begun.at) / 1000;
    if (seconds < 2 || done === begun.done) return '';
    const left = (total - done) * seconds / (done - begun.done);
    return left < 90 ? `, at most ${count(Math.ceil(left))} s left` : `, at most ${count(Math.ceil(left / 60))} min left`;
  };
  const cancel = act('Cancel', () => ontology.cancel(ontology.jobs.get(id)), message, {'aria-label': `Cancel: ${name}`});
  const paint = () => {
    const job = ontology.jobs.get(id);
    element.dataset.state = job.state;
    if (!ended(job)) {
      const {stage = job.state === 'queued' ? 'Queued' : 'Starting…', done = 0, total = 0} = job.progress ?? {};
      const name = stages[stage] ?? stage;
      text.textContent = total > 0 ? `${name} ${count(done)} of ${count(total)}${timeLeft(stage, done, total)}` : name;
      if (total > 0) bar.value = done / total;
      else bar.removeAttribute('value');
      if (!cancel.isConnected) put(buttons, cancel);
      return;
    }
    if (job.state === 'done' && (job.kind === 'classification' || job.kind === 'run')) return away(); // the result is shown elsewhere
    bar.hidden = true;
    figure.open = false;
    text.textContent = {done: 'done', failed: 'failed', cancelled: 'cancelled'}[job.state];
    if (job.error) put(message, el('p.error', {}, sentence(job.error)));
    put(buttons, button('Dismiss', away, {kind: 'quiet', 'aria-label': `Dismiss: ${name}`}));
  };
  const loss = () => {
    figure.hidden = false;
    curve.show(ontology.losses.get(id));
  };
  return {element, paint, loss};
}
