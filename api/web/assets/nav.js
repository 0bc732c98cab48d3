// The class search and the hierarchy next to a view.
import {attempt, debounce, el, put} from './dom.js';
import {classSearch} from './search.js';
import {Tree} from './tree.js';

/**
 * @param {import('./ontology.js').Ontology} ontology @param {(iri: string) => void} choose @param {AbortSignal} signal
 * @param {MediaQueryList} wide  whether the window is so wide that the hierarchy is open at first
 */
export function navigator(ontology, choose, signal, wide) {
  const search = classSearch(ontology.path, choose, {signal});
  const tree = new Tree(ontology.path, choose, signal);
  const hierarchy = el('div.hierarchy');
  let shown = '', state = ontology.status.reasoner.state;
  const load = async () => {
    if (!ontology.classified) return put(hierarchy, el('p.quiet', {}, ontology.status.reasoner.state === 'inconsistent' ? 'An inconsistent ontology has no class hierarchy.' : 'Classify the ontology to see the class hierarchy.'));
    await attempt(hierarchy, async () => {
      await tree.load(ontology.status.reasoner.unsatisfiable > 0);
      if (!tree.element.isConnected) put(hierarchy, tree.element);
      if (shown) await tree.reveal(shown);
    }, load);
  };
  ontology.addEventListener('status', () => {
    if (state === ontology.status.reasoner.state) return;
    state = ontology.status.reasoner.state;
    load();
  }, {signal});
  ontology.addEventListener('content', debounce(200, load), {signal});
  load();
  const browse = el('details.browse', {open: wide.matches}, el('summary', {}, 'Hierarchy'), hierarchy);
  wide.addEventListener('change', () => { browse.open = wide.matches; }, {signal});
  return {
    search: search.element,
    browse,
    /** Marks a class in the hierarchy. */
    reveal(iri) {
      shown = iri;
      if (iri && ontology.classified) tree.reveal(iri).catch(() => {});
    },
  };
}
