// Classes: search and hierarchy, and the description and suggestions of a class.
import {get, post} from './api.js';
import {axiomList, classLink, classNames, explanationOf} from './axioms.js';
import {announce, button, check, debounce, el, fail, field, link, plural, put} from './dom.js';
import {graphOf, heading, usageOf} from './entity.js';
import {neighbourhood} from './picture.js';
import {classPlace, go, place} from './route.js';
import {classSearch} from './search.js';
import {formChoice, SuggestionGrid, tiersOf} from './suggestions.js';
import {nothing, Tree} from './tree.js';

/** Whether hierarchy and class are side by side; otherwise the class is below. */
const sideBySide = matchMedia('(min-width: 56rem)');

/** @param {import('./ontology.js').Ontology} ontology @param {AbortSignal} signal */
export function classView(ontology, signal) {
  const choose = iri => go(classPlace(ontology.id, iri));
  const search = classSearch(ontology.path, choose, {signal});
  const tree = new Tree(ontology.path, choose, signal);
  const hierarchy = el('div.hierarchy');
  const browse = el('details.browse', {open: sideBySide.matches}, el('summary', {}, 'Hierarchy'), hierarchy);
  const detail = el('div.class');
  let iri = '', leave = new AbortController();

  const loadTree = async () => {
    if (!ontology.classified) return put(hierarchy, el('p.quiet', {}, 'Classify the ontology to see the class hierarchy.'));
    try {
      await tree.load(ontology.status.reasoner.unsatisfiable > 0);
      if (!tree.element.isConnected) put(hierarchy, tree.element);
      if (iri) await tree.reveal(iri);
    } catch (error) {
      fail(hierarchy, error, loadTree);
    }
  };
  let state = ontology.status.reasoner.state;
  ontology.addEventListener('status', () => {
    if (state === ontology.status.reasoner.state) return;
    state = ontology.status.reasoner.state;
    loadTree();
  }, {signal});
  ontology.addEventListener('content', debounce(200, loadTree), {signal});
  loadTree();

  return {
    element: el('div.split', {}, el('div.side', {}, search.element, browse), detail),
    show(arg) {
      if (arg === iri && iri) return;
      leave.abort();
      leave = new AbortController();
      iri = arg ?? '';
      if (!iri) {
        put(detail, el('p.quiet', {}, 'Search for a class or select one in the hierarchy.'));
        return;
      }
      if (ontology.classified) tree.reveal(iri).catch(() => {});
      put(detail, classPage(ontology, iri, AbortSignal.any([signal, leave.signal])));
      if (!sideBySide.matches) detail.scrollIntoView();
    },
  };
}

function classPage(ontology, iri, signal) {
  const head = el('div'), graph = el('div'), facts = el('aside.facts', {'aria-label': 'Class description'});
  const load = async () => {
    try {
      const detail = await get(`${ontology.path}/classes/${encodeURIComponent(iri)}`, {}, signal);
      put(head, heading(ontology, detail));
      document.title = `${detail.label} · ${ontology.status.name} · box2el-owl`;
      put(facts, describe(ontology, detail), usageOf(detail));
      put(graph, graphOf(ontology.id, detail));
    } catch (error) {
      fail(head, error, load);
    }
  };
  ontology.addEventListener('content', debounce(100, load), {signal});
  load().then(() => announce(head.querySelector('h2')?.textContent ?? ''));
  return [head, graph, el('div.two', {}, suggestionsOf(ontology, iri, signal), facts), pictureOf(ontology, iri, signal)];
}

function describe(ontology, {iri, label, asserted, satisfiable, supers, subs = [], subsTotal = subs.length, equivalent = []}) {
  const {id} = ontology;
  const why = (title, axiom) => {
    const answer = el('div');
    const b = button('?', async () => {
      if (b.getAttribute('aria-expanded') === 'true') {
        b.setAttribute('aria-expanded', 'false');
        answer.replaceChildren();
        return;
      }
      b.setAttribute('aria-expanded', 'true');
      try {
        put(answer, explanationOf(await post(ontology.path + '/explanations', {axiom, justifications: 1})));
      } catch (error) {
        fail(answer, error);
      }
    }, {kind: 'ask-why', 'aria-label': title, title, 'aria-expanded': 'false'});
    return [b, answer];
  };
  const below = superIRI => `SubClassOf(<${iri}> <${superIRI}>)`;
  return [
    satisfiable === false && el('section', {}, el('h3', {}, 'Unsatisfiable'), el('p', {}, 'Why? ', why(`Why ${label} is unsatisfiable`, below(nothing)), ' ', link(place(id, 'unsatisfiable'), 'Root causes'))),
    equivalent.length > 0 && el('section', {}, el('h3', {}, 'Equivalent classes'), el('p', {}, classNames(id, equivalent))),
    supers && el('section', {}, el('h3', {}, 'Superclasses (inferred, direct)'), satisfiable === false ? el('p.quiet', {}, 'All classes, because it is unsatisfiable.') : supers.length ? el('ul.plain', {}, supers.map(s =>
      el('li', {}, classLink(id, s), ' ', why(`Explain ${label} SubClassOf ${s.label}`, below(s.iri))))) : el('p.quiet', {}, 'None')),
    el('section', {}, el('h3', {}, 'Asserted'), asserted.length ? axiomList(asserted) : el('p.quiet', {}, 'None')),
    supers && satisfiable !== false && el('section', {}, el('h3', {}, 'Subclasses (direct)'), subs.length ? [el('p', {}, classNames(id, subs)),
      subsTotal > subs.length && el('p.quiet', {}, plural(subsTotal, 'class', 'classes'), ' in all')] : el('p.quiet', {}, 'None')),
  ];
}

function pictureOf(ontology, iri, signal) {
  const picture = el('div');
  const details = el('details.picture', {hidden: !ontology.status.suggestions.model, ontoggle: async () => {
    if (!details.open || picture.childElementCount) return;
    try {
      put(picture, neighbourhood(ontology.id, await get(`${ontology.path}/neighbourhood/${encodeURIComponent(iri)}`, {}, signal)));
    } catch (error) {
      fail(picture, error);
    }
  }}, el('summary', {}, 'Nearest classes in the embedding'), picture);
  ontology.addEventListener('status', () => { details.hidden = !ontology.status.suggestions.model; }, {signal});
  return details;
}

// --- Suggestions for the class

function suggestionsOf(ontology, iri, signal) {
  const element = el('section.suggestions', {'aria-label': 'Suggestions'});
  const paint = () => put(element, el('h3', {}, 'Suggested axioms'), ontology.suggests ? asked(ontology, iri, signal) : notReady(ontology));
  let ready = ontology.suggests;
  ontology.addEventListener('status', () => {
    if (ready === ontology.suggests) return; // decided rows remain
    ready = ontology.suggests;
    paint();
  }, {signal});
  paint();
  return element;
}

function notReady({status: {suggestions}}) {
  if (suggestions.state === 'preparing') return el('p.quiet', {}, 'Loading suggestions…');
  return el('p.quiet', {}, suggestions.reason || 'Suggestions need a classified ontology.');
}

function asked(ontology, iri, signal) {
  const about = el('p.quiet'), message = el('div', {'aria-live': 'polite'});
  const newOnes = new SuggestionGrid(ontology, {label: 'Suggested axioms', signal});
  const others = new SuggestionGrid(ontology, {label: 'Suggestions that contradict', expected: 'contradicts', signal});
  const follows = new SuggestionGrid(ontology, {label: 'Entailed suggestions', expected: 'entailed', signal});
  const group = (grid, title, explanation) => el('div.group', {hidden: true}, el('h4', {}, title), el('p.quiet', {}, explanation), grid.element);
  const groups = [el('div.group', {hidden: true}, newOnes.element),
    group(others, 'Contradicts', 'Would make classes unsatisfiable. Likely wrong, or an error in existing axioms.')];
  const more = el('p'), further = el('p');
  const {choice, forms} = formChoice(), settled = el('input', {type: 'checkbox'});
  let speculative = false;
  const offer = () => put(further, button(speculative ? 'Hide speculative' : 'Show speculative', () => {
    speculative = !speculative;
    offer();
    ask();
  }));
  offer();
  for (const input of [choice, settled]) input.addEventListener('change', () => ask());

  const ask = async (cursor, limit = 20) => {
    put(message, el('p.quiet', {}, 'Loading…'));
    try {
      const page = await post(ontology.path + '/suggestions:query', {subject: iri, limit, cursor, verdicts: ['new', 'contradicts'], tiers: tiersOf(speculative), forms: forms(), decided: settled.checked}, signal);
      const append = Boolean(cursor);
      newOnes.show(page.items.filter(s => s.verdict === 'new'), append, true);
      others.show(page.items.filter(s => s.verdict !== 'new'), append);
      groups[0].hidden = !newOnes.length;
      groups[1].hidden = !others.length;
      put(message, !newOnes.length && !others.length && el('p', {}, page.nothing || page.note || 'No suggestions for this class.'));
      put(about, page.stale && 'The model was trained before the last edits. ', (newOnes.length || others.length) > 0 && page.note);
      put(more, page.next && button('More', () => ask(page.next)));
    } catch (error) {
      if (cursor && error.kind === 'stale-cursor') await ask(undefined, newOnes.length + others.length + 20); // a decision was made meanwhile
      else fail(message, error, () => ask());
    }
  };
  ask();
  return [el('div.line', {}, field('Show', choice), check('Include decided', settled)), about, message, groups, more, further, entailed(ontology, iri, follows, signal)];
}

/** Returns entailed suggestions, loaded on request. */
function entailed(ontology, iri, grid, signal) {
  const message = el('div', {'aria-live': 'polite'});
  const details = el('details.group', {ontoggle: async () => {
    if (!details.open || grid.length) return;
    try {
      const page = await post(ontology.path + '/suggestions:query', {subject: iri, limit: 20, verdicts: ['entailed'], tiers: ['speculative']}, signal);
      grid.show(page.items);
      grid.element.hidden = !page.items.length;
      put(message, !page.items.length && el('p.quiet', {}, page.note || 'Nothing.'));
    } catch (error) {
      fail(message, error);
    }
  }}, el('summary', {}, 'Already entailed'), message, grid.element);
  grid.element.hidden = true;
  const show = () => { details.hidden = !ontology.status.suggestions.model; };
  ontology.addEventListener('status', show, {signal});
  show();
  return details;
}
