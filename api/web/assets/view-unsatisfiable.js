// Unsatisfiable classes: their root causes, each with a justification, repairs and the classes that depend on it.
import {get, post} from './api.js';
import {axiomList, classLink, classNames, explanationOf} from './axioms.js';
import {act, announce, attempt, button, count, debounce, el, fail, plural, put} from './dom.js';

/** @param {import('./ontology.js').Ontology} ontology @param {AbortSignal} signal */
export function unsatisfiableView(ontology, signal) {
  const about = el('p', {role: 'status'}), list = el('div'), more = el('p');
  const load = async cursor => {
    put(more, el('span.quiet', {}, 'Looking for the causes…'));
    await attempt(more, async () => {
      const page = await get(ontology.path + '/unsatisfiable', {cursor}, signal);
      if (!cursor) list.replaceChildren();
      put(about, page.total ? [el('strong', {}, plural(page.roots, 'root cause')), ` of ${plural(page.total, 'unsatisfiable class', 'unsatisfiable classes')}. Repair the roots first: what depends on them follows.`]
        : 'No class is unsatisfiable.');
      list.append(...page.items.map(root => rootOf(ontology, root)));
      put(more, page.next && button('More', () => load(page.next)));
    }, () => load(cursor));
  };
  ontology.addEventListener('content', debounce(200, () => load()), {signal});
  let state = ontology.status.reasoner.state;
  ontology.addEventListener('status', () => {
    if (state === ontology.status.reasoner.state) return;
    state = ontology.status.reasoner.state;
    load();
  }, {signal});
  load();
  return {element: el('div.page', {}, el('h2', {}, 'Unsatisfiable classes'), about, list, more)};
}

/** Returns axioms with a button that removes them. */
function repair(ontology, axioms, message) {
  const text = axioms.length > 1 ? `Remove these ${count(axioms.length)} axioms` : 'Remove this axiom';
  const b = act(text, async () => {
    await ontology.remove(axioms.map(a => a.axiom));
    announce(`${plural(axioms.length, 'axiom')} removed.`);
  }, message, {'aria-label': `${text}: ${axioms.map(a => a.manchester).join('; ')}`});
  return el('li', {}, axiomList(axioms), !ontology.status.copy && b);
}

/** Returns why the ontology is inconsistent, and the axioms whose removal repairs it. @param {import('./ontology.js').Ontology} ontology @param {AbortSignal} signal */
export function inconsistency(ontology, signal) {
  const body = el('div', {}, el('p.quiet', {}, 'Looking for the cause…')), message = el('div', {'aria-live': 'polite'});
  post(ontology.path + '/explanations', {justifications: 5}, signal).then(explanation => {
    const {justifications: all = [], complete} = explanation;
    const shared = all.length > 0 ? all[0].filter(a => all.every(axioms => axioms.some(b => b.axiom === a.axiom))) : [];
    put(body, explanationOf(explanation),
      shared.length > 0 && [el('h3', {}, 'Repairs'), el('p', {}, complete ? 'Removing any one of these axioms makes the ontology consistent:' : 'Each of these axioms takes part in all causes that were found:'),
        el('ul.repairs', {}, shared.map(a => repair(ontology, [a], message)))],
      all.length > 0 && !shared.length && el('p', {}, `There are ${count(all.length)} causes without a common axiom: repair one after the other.`),
      all.length > 0 && !shared.length && el('ul.repairs', {}, all[0].map(a => repair(ontology, [a], message))));
  }).catch(error => fail(body, error));
  return el('section.panel', {'aria-label': 'Inconsistent ontology'}, el('h2', {}, 'The ontology is inconsistent'),
    el('p', {}, 'Its axioms contradict each other, so every axiom is entailed and nothing can be suggested. Remove the cause; an edit can be undone under History.'), body, message);
}

function rootOf(ontology, {class: name, dependents, first, justification, repairs, complete}) {
  const message = el('div', {'aria-live': 'polite'});
  return el('section.panel', {}, el('h3', {}, classLink(ontology.id, name), el('span.tag.contradicts', {}, 'root')),
    el('p', {}, dependents ? [`${plural(dependents, 'class depends', 'classes depend')} on it: `, classNames(ontology.id, first, 5), dependents > first.length && ` and ${count(dependents - first.length)} not listed`, '.'] : 'No other class depends on it.'),
    justification.length ? [el('h4', {}, 'Unsatisfiable because of'), axiomList(justification)] : el('p.quiet', {}, 'No justification was found within the time limit, or it uses axioms outside OWL 2 EL.'),
    repairs.length > 0 && el('details', {open: true}, el('summary', {}, plural(repairs.length, 'repair'), !complete && ' (more axioms may have to go)'), el('ul.repairs', {}, repairs.map(axioms => repair(ontology, axioms, message)))), message);
}
