// The class search: a combobox with a list by the ARIA Authoring Practices.
import {get} from './api.js';
import {announce, debounce, el, freshID, plural, put} from './dom.js';

/** The scopes of names other than the label, as words. */
export const scopeWords = {label: 'label', exact: 'exact synonym', narrow: 'narrow synonym', broad: 'broad synonym', related: 'related synonym', synonym: 'synonym'};

/**
 * @param {string} path  the ontology's
 * @param {(iri: string) => void} choose
 * @param {{label?: string, signal: AbortSignal}} options
 */
export function classSearch(path, choose, {label = 'Find a class', signal}) {
  const listID = freshID('list'), inputID = freshID('find');
  const list = el('ul.options', {id: listID, role: 'listbox', 'aria-label': 'Classes found', hidden: true});
  const input = el('input', {
    id: inputID, type: 'text', role: 'combobox', autocomplete: 'off', spellcheck: 'false', 'aria-expanded': 'false', 'aria-controls': listID,
    'aria-autocomplete': 'list', placeholder: 'Label, synonym, ID or IRI',
  });
  const element = el('div.search', {}, el('label', {for: inputID}, label), input, list);
  let options = [], active = -1, asking = new AbortController();

  const close = () => {
    list.hidden = true;
    active = -1;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  };
  const point = index => {
    list.children[active]?.setAttribute('aria-selected', 'false');
    active = index;
    const option = list.children[active];
    option.setAttribute('aria-selected', 'true');
    option.scrollIntoView({block: 'nearest'});
    input.setAttribute('aria-activedescendant', option.id);
  };
  const pick = option => {
    close();
    input.value = option.label;
    input.blur(); // keys belong to the class that is shown
    choose(option.iri);
  };
  const show = (items, message) => {
    options = items;
    active = -1;
    input.removeAttribute('aria-activedescendant');
    put(list, items.length ? items.map(item => el('li', {
      id: freshID('option'), role: 'option', 'aria-selected': 'false',
      onmousedown: event => event.preventDefault(), // keeps the focus in the field
      onclick: () => pick(item),
    }, el('span', {}, item.label), item.id && item.id !== item.label && el('span.id', {}, ' ', item.id), item.deprecated && el('span.tag', {}, 'obsolete'),
    item.matched && item.scope !== 'id' && el('span.quiet', {}, ` ${scopeWords[item.scope] ?? item.scope}: ${item.matched}`)))
      : el('li.quiet', {role: 'option', 'aria-disabled': 'true', 'aria-selected': 'false'}, message));
    list.hidden = false;
    input.setAttribute('aria-expanded', 'true');
  };
  const find = async () => {
    asking.abort();
    asking = new AbortController();
    const q = input.value.trim();
    if (!q) return close();
    try {
      const page = await get(path + '/classes', {q, limit: 30}, AbortSignal.any([asking.signal, signal]));
      show(page.items, 'No matches.');
      announce(page.items.length ? plural(page.items.length, 'class', 'classes') + ' found' : 'No matches.');
    } catch (error) {
      if (error.name !== 'AbortError') show([], error.message);
    }
  };
  const later = debounce(120, find);
  input.addEventListener('input', later);
  input.addEventListener('blur', close);
  input.addEventListener('keydown', event => {
    const last = options.length - 1;
    if (event.key === 'Escape') {
      if (list.hidden) input.value = '';
      close();
    } else if (event.key === 'ArrowDown' && !list.hidden && last >= 0) point(active < last ? active + 1 : 0);
    else if (event.key === 'ArrowDown' && list.hidden) find();
    else if (event.key === 'ArrowUp' && !list.hidden && last >= 0) point(active > 0 ? active - 1 : last);
    else if (event.key === 'Enter' && !list.hidden && last >= 0) pick(options[Math.max(active, 0)]);
    else return;
    event.preventDefault();
  });
  return {element, input};
}
