// Classes: search and hierarchy, and the description of a class.
import {get, post} from './api.js';
import {axiomList, classLink, classNames, explanationOf, later} from './axioms.js';
import {announce, debounce, el, fail, link, plural, put} from './dom.js';
import {graphOf, heading, usageOf} from './entity.js';
import {navigator} from './nav.js';
import {neighbourhood} from './picture.js';
import {classPlace, go, place, reviewPlace} from './route.js';
import {nothing} from './tree.js';

/** Whether hierarchy and class are side by side; otherwise the class is below. */
const sideBySide = matchMedia('(min-width: 56rem)');

/** @param {import('./ontology.js').Ontology} ontology @param {AbortSignal} signal */
export function classView(ontology, signal) {
  const nav = navigator(ontology, iri => go(classPlace(ontology.id, iri)), signal, sideBySide);
  const detail = el('div.class');
  let iri = '', leave = new AbortController();

  return {
    element: el('div.split', {}, el('div.side', {}, nav.search, nav.browse), detail),
    show(arg) {
      if (arg === iri && iri) return;
      leave.abort();
      leave = new AbortController();
      iri = arg ?? '';
      if (!iri) {
        put(detail, el('p.quiet', {}, 'Search for a class or select one in the hierarchy.'));
        return;
      }
      nav.reveal(iri);
      put(detail, classPage(ontology, iri, AbortSignal.any([signal, leave.signal])));
      if (!sideBySide.matches) detail.scrollIntoView();
    },
  };
}

function classPage(ontology, iri, signal) {
  const head = el('div'), graph = el('div'), facts = el('aside.facts', {'aria-label': 'Class description'});
  const review = el('p', {}, link(reviewPlace(ontology.id, iri), 'Review its suggestions', {class: 'button'})), picture = pictureOf(ontology, iri, signal);
  const load = async () => {
    try {
      const detail = await get(`${ontology.path}/classes/${encodeURIComponent(iri)}`, {}, signal);
      put(head, heading(ontology, detail));
      document.title = `${detail.label} · ${ontology.status.name} · box2el-owl`;
      put(facts, describe(ontology, detail), usageOf(detail));
      put(graph, graphOf(ontology.id, detail));
    } catch (error) {
      if (error.status !== 404) return fail(head, error, load);
      put(head, el('h2', {}, 'No such class'), el('p.iri.quiet', {}, iri), el('p', {}, 'This version of the ontology has no class with this IRI.'));
      for (const part of [review, graph, facts, picture]) part.remove();
    }
  };
  ontology.addEventListener('content', debounce(100, load), {signal});
  load().then(() => announce(head.querySelector('h2')?.textContent ?? ''));
  return [head, review, graph, facts, picture];
}

function describe(ontology, {iri, label, asserted, satisfiable, supers, subs = [], subsTotal = subs.length, equivalent = []}) {
  const {id} = ontology;
  const why = (title, axiom) => later([el('span', {'aria-hidden': 'true'}, 'Explain'), el('span.unseen', {}, title)], async () => explanationOf(await post(ontology.path + '/explanations', {axiom, justifications: 1})), {class: 'explain'});
  const below = superIRI => `SubClassOf(<${iri}> <${superIRI}>)`;
  return [
    satisfiable === false && el('section', {}, el('h3', {}, 'Unsatisfiable'), link(place(id, 'unsatisfiable'), 'Root causes'), ' ', why(`Explain why ${label} is unsatisfiable`, below(nothing))),
    equivalent.length > 0 && el('section', {}, el('h3', {}, 'Equivalent classes'), el('p', {}, classNames(id, equivalent))),
    supers && el('section', {}, el('h3', {}, 'Superclasses (inferred, direct)'), satisfiable === false ? el('p.quiet', {}, 'All classes, because it is unsatisfiable.') : supers.length ? el('ul.plain', {}, supers.map(s =>
      el('li', {}, classLink(id, s), ' ', why(`Explain ${label} SubClassOf ${s.label}`, below(s.iri))))) : el('p.quiet', {}, 'None')),
    el('section', {}, el('h3', {}, 'Asserted'), asserted.length ? axiomList(asserted) : el('p.quiet', {}, 'None')),
    supers && satisfiable !== false && el('section', {}, el('h3', {}, 'Subclasses (direct)'), subs.length ? [el('p', {}, classNames(id, subs)),
      subsTotal > subs.length && el('p.quiet', {}, plural(subsTotal, 'class', 'classes'), ' in all')] : el('p.quiet', {}, 'None')),
  ];
}

function pictureOf(ontology, iri, signal) {
  const details = later('Nearest classes in the embedding', async () => neighbourhood(ontology.id, await get(`${ontology.path}/neighbourhood/${encodeURIComponent(iri)}`, {}, signal)), {class: 'picture'});
  const paint = () => { details.hidden = !ontology.status.suggestions.model; };
  ontology.addEventListener('status', paint, {signal});
  paint();
  return details;
}
