// The class hierarchy: a tree whose branches are fetched when opened, with the keys of the ARIA Authoring Practices.
import {get} from './api.js';
import {nameOf} from './axioms.js';
import {button, count, el, freshID} from './dom.js';

const thing = 'http://www.w3.org/2002/07/owl#Thing';
export const nothing = 'http://www.w3.org/2002/07/owl#Nothing';
const pageSize = 200;

/** The tree of one ontology. A class occurs below each of its superclasses. */
export class Tree {
  element;
  #root = el('ul.tree', {role: 'tree', 'aria-label': 'Class hierarchy'});
  #path;
  #choose;
  #signal;
  /** @type {WeakMap<Element, () => Promise<void>>} fetches the next page of a list */ #rest = new WeakMap();
  #preferred = false; // the top level has the preferred roots only
  #chosen = '';
  #typed = '';
  #typedAt = 0;

  /** @param {string} path  the ontology's @param {(iri: string) => void} choose @param {AbortSignal} signal */
  constructor(path, choose, signal) {
    this.#path = path;
    this.#choose = choose;
    this.#signal = signal;
    this.element = el('div', {onkeydown: e => this.#key(e), onclick: e => this.#click(e)}, this.#root);
  }

  /** Fetches the top classes again and reopens the open branches. @param {boolean} unsatisfiable  whether there are such classes */
  async load(unsatisfiable) {
    const open = new Set([...this.#root.querySelectorAll('[aria-expanded=true]')].map(row => row.dataset.iri));
    const held = this.element.contains(document.activeElement);
    const fresh = this.#root.cloneNode(false);
    if (unsatisfiable) fresh.append(this.#item({iri: nothing, label: 'Unsatisfiable classes', children: 1}, 1));
    await this.#fill(fresh, thing, 1);
    if (this.#preferred) fresh.append(this.#item({iri: thing, label: 'All top classes', children: 1}, 1));
    const tops = this.#preferred && !this.#root.childElementCount ? rowsOf(fresh).filter(row => ![nothing, thing].includes(row.dataset.iri)) : [];
    if (tops.length === 1) open.add(tops[0].dataset.iri);
    await this.#reopen(fresh, open);
    this.#root.replaceWith(fresh);
    this.#root = fresh;
    this.#mark();
    if (held) this.#current()?.focus();
  }

  async #reopen(list, open) {
    for (const row of rowsOf(list)) {
      if (!open.has(row.dataset.iri)) continue;
      await this.#open(row);
      if (row.nextElementSibling) await this.#reopen(row.nextElementSibling, open); // it may have no subclasses any more
    }
  }

  /** Appends a page of direct subclasses. */
  async #fill(list, below, level, cursor) {
    const roots = below === thing && level === 1;
    const page = await get(this.#path + '/taxonomy', {below, limit: pageSize, cursor, obsolete: false, ...(roots && {preferred: true})}, this.#signal);
    if (roots && !cursor) this.#preferred = await this.#hasPreferred(page);
    list.append(...page.items.map(item => this.#item(item, level)));
    this.#rest.delete(list);
    if (!page.next) return;
    const more = el('li.more', {role: 'none'}, button('More', async () => {
      const first = list.childElementCount - 1;
      await this.#rest.get(list)();
      this.#focus(list.children[first].firstElementChild);
    }, {kind: 'quiet', role: 'treeitem', 'aria-level': level, tabindex: -1}));
    list.append(more);
    this.#rest.set(list, async () => {
      more.remove();
      await this.#fill(list, below, level, page.next);
    });
  }

  /** Returns whether the first page of the top level differs from the top classes. */
  async #hasPreferred(page) {
    const top = await get(this.#path + '/taxonomy', {below: thing, limit: 1, obsolete: false}, this.#signal);
    return top.total !== page.total;
  }

  /** Returns a list item: the row, which is the tree item, and the list of subclasses, once it is open. */
  #item({iri, label, id, shared, children = 0, deprecated = false, equivalent = []}, level) {
    const names = [{iri, label, id: shared && id}, ...equivalent].map((name, i) => [i > 0 && ' ≡ ', nameOf(name)]);
    const row = el('div.row', {role: 'treeitem', 'aria-level': level, 'aria-selected': 'false', tabindex: -1, title: iri, 'aria-expanded': children ? 'false' : null},
      el('span.twisty', {'aria-hidden': 'true'}), el('span', {class: deprecated ? 'deprecated' : null}, names),
      children > 0 && iri !== nothing && iri !== thing && el('span.count', {'aria-hidden': 'true'}, count(children)));
    row.dataset.iri = iri;
    if (iri === nothing) row.classList.add('bad');
    return el('li', {role: 'none'}, row);
  }

  async #open(row) {
    if (row.getAttribute('aria-expanded') !== 'false' || row.getAttribute('aria-busy')) return;
    if (!row.nextElementSibling) {
      const list = el('ul', {role: 'group', id: freshID('below')});
      row.setAttribute('aria-busy', 'true');
      try {
        await this.#fill(list, row.dataset.iri, Number(row.getAttribute('aria-level')) + 1);
      } finally {
        row.removeAttribute('aria-busy');
      }
      row.setAttribute('aria-owns', list.id);
      row.after(list);
    }
    row.setAttribute('aria-expanded', 'true');
  }

  #close(row) {
    row.setAttribute('aria-expanded', 'false');
    if (row.nextElementSibling?.contains(document.activeElement)) this.#focus(row);
  }

  /**
   * Selects a class and expands the path to it, as far as its pages are fetched.
   * @param {string} iri
   */
  async reveal(iri) {
    this.#chosen = iri;
    if (this.#places(iri).some(item => item.checkVisibility())) return this.#mark();
    const {path = []} = await get(`${this.#path}/classes/${encodeURIComponent(iri)}`, {}, this.#signal);
    const way = path.map(name => name.iri);
    if (this.#preferred && way.length && !this.#places(way[0]).some(item => item.getAttribute('aria-level') === '1')) way.unshift(thing);
    let list = this.#root;
    for (const step of way) {
      if (this.#chosen !== iri) return; // another class was selected meanwhile
      const row = await this.#find(list, step);
      if (!row || step === iri) break;
      await this.#open(row);
      list = row.nextElementSibling;
      if (!list) break;
    }
    this.#mark();
  }

  /** Finds a class among the items of a list and its next pages. Equivalent classes share one item, named by the first of them. */
  async #find(list, iri) {
    for (let pages = 0; pages < 60; pages++) {
      const found = rowsOf(list).find(row => row.dataset.iri === iri);
      if (found || !this.#rest.has(list)) return found;
      await this.#rest.get(list)();
    }
    return undefined;
  }

  #places(iri) { return [...this.element.querySelectorAll('[data-iri]')].filter(item => item.dataset.iri === iri); }

  #mark() {
    for (const item of this.element.querySelectorAll('[aria-selected=true]')) item.setAttribute('aria-selected', 'false');
    const places = this.#places(this.#chosen);
    for (const item of places) item.setAttribute('aria-selected', 'true');
    const shown = places.find(item => item.checkVisibility());
    this.#tabTo(shown ?? this.element.querySelector('[role=treeitem]'));
    if (shown) bringIntoSight(shown);
  }

  // --- The keyboard: Tab reaches one item; the arrow keys move from there.

  #visible() { return [...this.element.querySelectorAll('[role=treeitem]')].filter(item => item.checkVisibility()); }
  #current() { return this.element.querySelector('[role=treeitem][tabindex="0"]'); }

  #tabTo(item) {
    this.#current()?.setAttribute('tabindex', '-1');
    item?.setAttribute('tabindex', '0');
  }

  #focus(item) {
    if (!item) return;
    this.#tabTo(item);
    item.focus();
  }

  #key(event) {
    const item = event.target.closest('[role=treeitem]');
    if (!item || event.altKey || event.ctrlKey || event.metaKey) return;
    const items = this.#visible(), at = items.indexOf(item);
    const expanded = item.getAttribute('aria-expanded');
    switch (event.key) {
      case 'ArrowDown': this.#focus(items[at + 1]); break;
      case 'ArrowUp': this.#focus(items[at - 1]); break;
      case 'Home': this.#focus(items[0]); break;
      case 'End': this.#focus(items.at(-1)); break;
      case 'ArrowRight':
        if (expanded === 'false') this.#open(item).catch(() => {});
        else if (expanded === 'true') this.#focus(items[at + 1]);
        break;
      case 'ArrowLeft':
        if (expanded === 'true') this.#close(item);
        else this.#focus(item.closest('[role=group]')?.previousElementSibling);
        break;
      case 'Enter': case ' ':
        if (!item.dataset.iri) item.click();
        else if (item.dataset.iri !== nothing && item.dataset.iri !== thing) this.#choose(item.dataset.iri);
        break;
      default:
        if (event.key.length !== 1) return;
        this.#typeAhead(event.key, items, at);
    }
    event.preventDefault();
  }

  /** Moves to the next item that begins with the characters typed within half a second. */
  #typeAhead(key, items, at) {
    this.#typed = performance.now() - this.#typedAt < 500 ? this.#typed + key.toLowerCase() : key.toLowerCase();
    this.#typedAt = performance.now();
    const from = this.#typed.length > 1 ? at : at + 1;
    const next = [...items.slice(from), ...items.slice(0, from)].find(item => item.children[1]?.textContent.toLowerCase().startsWith(this.#typed));
    this.#focus(next);
  }

  #click(event) {
    const item = event.target.closest('[data-iri]');
    if (!item) return;
    this.#focus(item);
    const twisty = event.target.closest('.twisty') || item.dataset.iri === nothing || item.dataset.iri === thing;
    if (!twisty) this.#choose(item.dataset.iri);
    else if (item.getAttribute('aria-expanded') === 'true') this.#close(item);
    else this.#open(item).catch(() => {});
  }
}

/** Scrolls the container of the tree to a row, but not the whole page. */
function bringIntoSight(row) {
  let box = row.parentElement;
  while (box && getComputedStyle(box).overflowY !== 'auto') box = box.parentElement;
  if (!box) return;
  const inner = row.getBoundingClientRect(), outer = box.getBoundingClientRect();
  if (inner.top < outer.top || inner.bottom > outer.bottom) box.scrollTop += inner.top - outer.top - box.clientHeight / 3;
}

/** Returns the rows of a list without those of nested lists. */
const rowsOf = list => [...list.querySelectorAll(':scope > li > [data-iri]')];
