// The banner that names missing imports and what their absence costs.
import {address, get, upload} from './api.js';
import {announce, attempt, button, count, el, plural, put, settings} from './dom.js';

/** @param {import('./ontology.js').Ontology} ontology @param {AbortSignal} signal */
export function importsBanner(ontology, signal) {
  const element = el('section.banner', {'aria-label': 'Missing imports', hidden: true});
  const message = el('div', {'aria-live': 'polite'});
  const input = el('input.unseen', {type: 'file', multiple: true, tabindex: -1, 'aria-label': 'Imports and catalog', onchange: () => add([...input.files])});
  const add = async files => {
    if (!files.length) return;
    put(message, el('p.quiet', {}, 'Sending…'));
    await attempt(message, async () => {
      const {items} = await get(ontology.path + '/documents', {}, signal);
      const own = items.find(d => d.current);
      const response = await fetch(address(`${ontology.path}/documents/${own.document}`), {signal});
      const main = own.name || 'ontology';
      const document = new File([await response.blob()], main);
      await ontology.replace(() => upload(ontology.path, [document, ...files], () => {}, signal, {}, {main}));
      message.replaceChildren();
      announce('The imports are added.');
    });
    input.value = '';
  };
  let painted = '';
  const paint = () => {
    const {missingImports = [], unlabeled = 0, copy} = ontology.status, state = missingImports.join(' ');
    element.hidden = !missingImports.length || settings.get('imports') === state;
    if (painted === state) return;
    painted = state;
    put(element, el('div.line', {}, el('p', {}, el('strong', {}, plural(missingImports.length, 'import') + ' missing'),
      unlabeled > 0 && `: ${plural(unlabeled, 'class or property', 'classes and properties')} without a label`, ', and their axioms are not used.'),
    !copy && button('Add files…', () => input.click()), input,
    button('Hide', () => {
      settings.set('imports', state); // also after a reload
      element.hidden = true;
    }, {kind: 'quiet'}),
    el('details', {}, el('summary', {}, `Show ${count(missingImports.length)}`), el('ul', {}, missingImports.map(iri => el('li.iri', {}, iri))))), message);
  };
  ontology.addEventListener('status', paint, {signal});
  paint();
  return element;
}
