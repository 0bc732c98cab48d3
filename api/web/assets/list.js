// The list of suggestions: sections by tier, selection, decisions, and their keys.
import {connection, post, Problem} from './api.js';
import {axiomList, conflictSentence, contradicts, manchester, nameOf} from './axioms.js';
import {announce, apart, button, count, debounce, el, fault, freshID, plural, put, settings, update} from './dom.js';
import {decisions, operationWords} from './ontology.js';

/** @typedef {import('./api.js').Suggestion} Suggestion */

/** Suggestions shown at first in a section, and added by its button. */
const pageSize = 100;
/** Members of a group that are accepted without a further question. */
const askFrom = 21;
/** Verdicts that are requested again after an edit. */
const rechecked = 200;

/** The signs of changes, as words. */
const changeWords = {'+': 'added:', '−': 'removed:'};

const verdictTag = {contradicts: 'makes classes unsatisfiable', entailed: 'entailed'};

/** Returns who did an operation, and when; page: the name of the client that is a page. */
export function operationSentence({who, client, at, operation}, page = '') {
  const where = client === 'page' ? page : client, date = new Date(at), old = Date.now() - date.getTime() > 12 * 3600e3;
  return `${operationWords[operation]}${who ? ` by ${who}` : ''}${where ? ` in ${where}` : ''}, ${old ? date.toLocaleDateString('en-GB', {dateStyle: 'medium'}) : date.toLocaleTimeString('en-GB')}`;
}

/** Returns whether an axiom is accepted or rejected. */
export const isFinal = decision => decision === 'accept' || decision === 'reject';

/**
 * A treegrid with a level for sections and one for suggestions; screen readers pass the keys a, r, d and u on to it. It dispatches
 * `choose` when another row is chosen and `change` when a decision or the selection has changed.
 */
export class SuggestionList extends EventTarget {
  element;
  /** @type {Row | undefined} the row that the detail shows */ chosen;
  /** @type {Section[]} */ sections = [];
  message = el('div.message'); // shown in the detail
  #ontology;
  #signal;
  #grid;
  #bar = el('div.batch', {hidden: true});
  #toast = el('div.toast', {hidden: true});
  #anchor; // start of a selection with Shift
  #lost = false;
  heard = 0; // number of `decided` events
  /** @type {(row: Row) => boolean} */ #passes = () => true;

  /** @param {import('./ontology.js').Ontology} ontology @param {AbortSignal} signal @param {string} [label] */
  constructor(ontology, signal, label = 'Suggested axioms') {
    super();
    this.#ontology = ontology;
    this.#signal = signal;
    this.#grid = el('div.rows', {role: 'treegrid', 'aria-label': label, 'aria-multiselectable': 'true', onfocusin: event => {
      const row = this.rows.find(r => r.element === event.target);
      if (row && row !== this.chosen) this.choose(row, false);
    }});
    this.element = el('div.list', {}, this.#grid, el('div.foot', {}, this.#bar, this.#toast));
    document.addEventListener('keydown', event => this.#key(event), {signal});
    ontology.addEventListener('content', debounce(150, () => this.#recheck()), {signal});
    ontology.addEventListener('decided', (/** @type {CustomEvent} */ {detail}) => {
      this.heard++;
      if (detail) this.#hear(detail);
      else this.restore();
    }, {signal});
    for (const type of ['lost', 'back']) {
      connection.addEventListener(type, () => {
        this.#lost = type === 'lost';
        this.#paintBar();
        this.#changed();
      }, {signal});
    }
  }

  get rows() { return this.sections.flatMap(section => section.rows); }
  get selected() { return this.rows.filter(row => row.selected); }
  get offline() { return this.#lost; }
  /** Whether nothing can be decided. */
  get fixed() { return this.#lost || this.#ontology.status.copy === true; }

  /**
   * Shows sections.
   * @param {{key: string, title: string, hint?: string, items?: Suggestion[], open: boolean, load?: (section: Section) => Promise<any>}[]} sections  load returns the
   *   suggestions of a section without items, or an element
   * @param {{subject: boolean}} how  whether rows show their class
   */
  show(sections, {subject}) {
    this.sections = sections.map(s => new Section(s, this, subject, this.#ontology));
    put(this.#grid, this.sections.map(s => s.element));
    this.chosen = undefined;
    this.filter(this.#passes);
  }

  /** Shows the rows that pass a test. */
  filter(passes) {
    this.#passes = passes;
    for (const section of this.sections) section.paint(passes);
    for (const row of this.rows) if (row.hidden) row.select(false);
    if (!this.chosen || this.chosen.hidden) this.choose(this.shown[0], false);
    this.#paintBar();
    this.#changed();
  }

  /** Appends suggestions to a section. */
  append(section, items) {
    section.add(items);
    section.paint(this.#passes);
    this.#changed();
  }

  get shown() { return this.rows.filter(row => row.visible); }

  /** Chooses a row and moves the focus to it, unless `focus` is false. */
  choose(row, focus = true) {
    if (row !== this.chosen) {
      this.chosen?.mark(false);
      this.chosen = row;
      this.message.replaceChildren();
      row?.mark(true);
      this.dispatchEvent(new Event('choose'));
    }
    for (const other of this.#grid.querySelectorAll('[tabindex="0"]')) other.setAttribute('tabindex', '-1');
    const stop = row?.element ?? this.sections[0]?.head;
    stop?.setAttribute('tabindex', '0');
    if (focus && row) {
      row.element.focus({preventScroll: true});
      row.element.scrollIntoView({block: 'nearest'});
    }
  }

  #changed() { this.dispatchEvent(new Event('change')); }

  // --- Selecting

  #paintBar() {
    const chosen = this.selected, n = chosen.length;
    this.#bar.hidden = n === 0;
    const option = {disabled: this.fixed};
    update(this.#bar, n > 0 && [el('span', {}, `${count(n)} selected`),
      button(`Accept ${count(n)}`, () => this.decide('accept'), {kind: 'accept', ...option}), button(`Reject ${count(n)}`, () => this.decide('reject'), option),
      button(`Defer ${count(n)}`, () => this.decide('defer'), option), button('Clear selection', () => this.clear(), {kind: 'quiet'})]);
  }

  select(row, on = !row.selected) {
    row.select(on && !row.settled);
    this.#paintBar();
    this.#changed();
  }

  clear() {
    for (const row of this.rows) row.select(false);
    this.#paintBar();
    this.#changed();
    this.choose(this.chosen);
  }

  // --- Deciding

  /**
   * Decides about the selection or, if it is empty, about the chosen row.
   * @param {'accept' | 'reject' | 'defer'} action
   * @param {{force?: boolean, alsoEdit?: boolean, asked?: boolean, rows?: Row[]}} [options]
   */
  async decide(action, {asked = false, rows = this.selected.length ? this.selected : this.chosen ? [this.chosen] : [], ...options} = {}) {
    const open = rows.filter(row => row.left.length && !row.busy);
    if (!open.length) return;
    if (this.#lost) return this.#say(el('p.error', {role: 'alert'}, 'Not connected. Nothing was recorded.'));
    const items = new Map(open.flatMap(row => row.left).map(item => [item.axiom, item])); // groups share axioms
    if (action === 'accept' && open.length === 1 && items.size >= askFrom && !asked) {
      return this.#ask(`Accept all ${count(items.size)} axioms of this group?`, `Accept ${count(items.size)}`, () => this.decide(action, {...options, rows, asked: true}));
    }
    this.message.replaceChildren();
    open.forEach(row => row.work(true));
    const at = this.chosen;
    try {
      const done = await this.#ontology.decide(action, [...items.values()], {...options, run: open.every(row => row.item.run === open[0].item.run) ? open[0].item.run : undefined});
      const one = items.size === 1 ? [...items.values()][0].manchester : plural(items.size, 'axiom');
      const verb = decisions[action][0].toUpperCase() + decisions[action].slice(1);
      const entailed = done.flatMap(o => o.stillEntailed).length;
      this.#tell(`${verb}: ${one}.${action === 'accept' ? ' Added to the ontology.' : ''}${entailed ? ` Other axioms still entail ${items.size > 1 ? count(entailed) + ' of them' : 'it'}.` : ''}`, items.size);
      if (this.chosen === at) this.choose(this.#next(open.at(-1)) ?? at, !document.activeElement?.closest('.detail')); // else the reader has moved on
    } catch (error) {
      if (error.name !== 'AbortError') this.#refuse(error, action, open, options);
    } finally {
      open.forEach(row => row.work(false));
      this.#paintBar();
    }
  }

  /** Returns the next undecided row, or the first one if there is none below. */
  #next(row) {
    const all = this.shown, at = all.indexOf(row);
    return [...all.slice(at + 1), ...all.slice(0, at)].find(r => !r.settled && r.item.verdict !== 'entailed');
  }

  /** Shows the last action, with its undo, until the next one. */
  #tell(text, n) {
    announce(text);
    this.#toast.hidden = false;
    put(this.#toast, el('span', {}, text), n && button(n > 1 ? `Undo ${count(n)}` : 'Undo', () => this.undo(), {kind: 'quiet'}));
  }

  /** Shows an error with what can be done about it. */
  #refuse(error, action, rows, options) {
    if (error instanceof Problem && error.kind === 'asserted') {
      return this.#ask('The ontology asserts it. Remove it from the ontology as well?', 'Remove it as well', () => this.decide(action, {...options, rows, alsoEdit: true}));
    }
    if (!(error instanceof Problem) || error.kind !== 'contradiction') return this.#say(fault(error, () => this.decide(action, {...options, rows})));
    const {conflict, culprits = []} = error.body, all = rows.flatMap(row => row.left);
    const names = culprits.map(axiom => ({manchester: all.find(item => item.axiom === axiom)?.manchester ?? axiom}));
    this.#ask([contradicts(conflict) ? conflictSentence(this.#ontology.id, conflict) : el('p', {}, error.message),
      names.length > 1 && [el('p', {}, 'Conflicting axioms:'), axiomList(names)]], 'Accept anyway', () => this.decide(action, {...options, rows, force: true}));
  }

  #ask(question, yes, f) {
    this.#say(el('div.error', {role: 'alert'}, typeof question === 'string' ? el('p', {}, question) : question, button(yes, f), ' ', button('Cancel', () => {
      this.message.replaceChildren();
      this.choose(this.chosen);
    }, {kind: 'quiet'})));
  }

  #say(node) {
    put(this.message, node);
    this.dispatchEvent(new Event('choose')); // opens the sheet on narrow screens
    this.message.scrollIntoView({block: 'nearest'});
  }

  /** Undoes the last decision, or the decisions about a row. @param {Row} [row] */
  async undo(row) {
    let undone = [];
    try {
      if (row?.item.change) {
        undone = [row.item];
        await this.#ontology.undoOperation(row.item.operation.id, [row.item.operation.shown.axiom], row.item.operation.axioms.length);
      } else if (row) {
        undone = row.members.filter(m => m.decision);
        await this.#ontology.undoAxioms(undone.map(m => m.axiom));
      } else {
        undone = await this.#ontology.undo();
      }
      this.#tell(undone.length ? `Undone: ${undone.length === 1 ? undone[0].manchester : plural(undone.length, 'axiom')}.` : 'There is nothing to undo.');
    } catch (error) {
      if (error.name !== 'AbortError') this.#say(fault(error));
    }
    const about = new Set(undone.map(item => item.axiom)), back = this.shown.find(r => r.members.some(m => about.has(m.axiom))) ?? this.chosen;
    if (back) this.choose(back, !document.activeElement?.closest('.detail'));
  }

  /** Takes over an operation of this or another client. */
  #hear(operation) {
    const {operation: kind, axioms} = operation;
    if (!(kind in decisions) && kind !== 'undo') return;
    const about = new Set(axioms.map(a => a.axiom));
    for (const row of this.rows) row.hear(about, kind === 'undo' ? undefined : kind, this.#ontology.own.has(operation.id) ? undefined : operation);
    if (kind === 'undo') this.restore(about);
    this.#paintBar();
    this.#changed();
  }

  /** Shows the decisions that count now about axioms or, without them, about all rows: after an undo an earlier one counts again. @param {Set<string>} [about] */
  async restore(about) {
    const rows = this.rows.filter(row => row.members.some(m => !about || about.has(m.axiom)));
    if (!rows.length) return;
    let heard, items;
    try {
      do { // until no operation is heard during the request
        heard = this.heard;
        items = await this.#ontology.currentDecisions();
      } while (heard !== this.heard);
    } catch {
      return; // the rows are unchanged
    }
    const current = new Map(items.map(d => [d.axiom, d]));
    for (const row of rows) {
      for (const {axiom, decision} of row.members) {
        const now = current.get(axiom);
        if ((!about || about.has(axiom)) && now?.action !== decision) row.hear(new Set([axiom]), now?.action);
      }
    }
    this.#paintBar();
    this.#changed();
  }

  /** Requests the verdicts of undecided rows again after the axioms have changed. */
  async #recheck() {
    const open = [...new Set([this.chosen, ...this.shown])].filter(row => row && !row.settled && !row.item.replaces).slice(0, rechecked);
    if (!open.length || !this.element.isConnected || !this.#ontology.classified || this.#signal.aborted) return;
    try {
      const answer = await post(`${this.#ontology.path}/entailment:check`, {axioms: open.map(row => row.item.axiom)}, this.#signal);
      answer.items.forEach((item, i) => open[i].judge(item));
      this.#changed();
    } catch { /* the verdicts remain; the next edit requests them again */ }
  }

  // --- The keyboard

  #key(event) {
    const {target, key} = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || !this.element.isConnected || document.querySelector('dialog[open]')) return;
    if (!(target instanceof HTMLElement) || target.matches('input:not([type=checkbox]), textarea, select') || target.closest('[role=tree], [role=combobox]')) return;
    const inGrid = this.#grid.contains(target);
    if (!inGrid && settings.get('keys') === 'off') return;
    const onRow = target.matches('[role=row]') && inGrid, free = onRow || target.matches('body, main');
    const actions = {a: 'accept', r: 'reject', d: 'defer'}, step = {j: 1, J: 1, k: -1, K: -1}[key], arrow = {ArrowDown: 1, ArrowUp: -1}[key];
    if (actions[key]) this.decide(actions[key]);
    else if (key === 'u') this.undo();
    else if (step) this.#move(this.shown, this.chosen, step, event.shiftKey);
    else if (key === 'c') this.dispatchEvent(new Event('comment'));
    else if (key === 'e') this.dispatchEvent(new Event('explain'));
    else if (key === 'o') this.dispatchEvent(new Event('open'));
    else if (key === 'Escape' && !free) this.choose(this.chosen);
    else if (!free) return;
    else if (arrow) this.#move([...this.#grid.querySelectorAll('[role=row]')].filter(e => e.checkVisibility()), inGrid ? target : this.chosen?.element, arrow, event.shiftKey);
    else if (key === ' ' && this.chosen && !target.matches('.section')) this.#space(event.shiftKey);
    else if (!onRow) return;
    else if (key === 'Home') this.choose(this.shown[0]);
    else if (key === 'End') this.choose(this.shown.at(-1));
    else if (target.matches('.section')) {
      if (![' ', 'Enter', 'ArrowLeft', 'ArrowRight'].includes(key)) return;
      const section = this.sections.find(s => s.head === target);
      section.toggle({ArrowRight: true, ArrowLeft: false}[key]);
    } else if (key === 'Enter') this.dispatchEvent(new Event('enter'));
    else return;
    event.preventDefault();
  }

  /** Moves by a step in a list of rows or elements of rows. */
  #move(list, from, step, extend) {
    const at = list.indexOf(from), next = list[at < 0 ? 0 : at + step];
    if (!next) return;
    const row = next instanceof Row ? next : this.rows.find(r => r.element === next);
    if (extend && this.chosen && row) for (const r of [this.chosen, row]) this.select(r, true);
    if (row) return this.choose(row);
    next.setAttribute('tabindex', '0');
    next.focus();
  }

  #space(range) {
    const shown = this.shown, to = shown.indexOf(this.chosen), from = range ? shown.indexOf(this.#anchor) : -1;
    if (from < 0) this.select(this.chosen);
    else for (const row of shown.slice(Math.min(from, to), Math.max(from, to) + 1)) this.select(row, true);
    this.#anchor = this.chosen;
  }
}

/** The suggestions of a tier or verdict, under a heading that opens and closes them. */
class Section {
  rows = [];
  head;
  #body = el('div', {role: 'rowgroup'});
  #count = el('span.count');
  #limit = pageSize;
  #load;
  #list;
  #how;
  #passes = () => true;

  constructor(/** @type {any} */ {key, title, hint, items, open, load}, list, subject, ontology) {
    this.key = key;
    this.#list = list;
    this.#load = items ? undefined : load;
    this.#how = {subject, ontology};
    this.head = el('div.section', {role: 'row', tabindex: -1, 'aria-level': 1, 'aria-expanded': String(open), onclick: () => this.toggle()},
      el('span.title', {role: 'gridcell'}, el('span.twisty', {'aria-hidden': 'true'}), el('strong', {}, title), hint && el('span.quiet', {}, ` ${hint}`), ' ', this.#count));
    this.element = el('div.tier', {role: 'rowgroup', 'data-tier': key}, this.head, this.#body);
    this.#body.setAttribute('role', 'presentation');
    this.add(items ?? []);
    if (open) this.toggle(true);
  }

  get open() { return this.head.getAttribute('aria-expanded') === 'true'; }
  get loaded() { return !this.#load; }

  add(items) { this.rows.push(...items.map(item => new Row(item, this, this.#list, this.#how))); }

  /** Opens or closes the section, and loads it the first time. */
  async toggle(open = !this.open) {
    this.head.setAttribute('aria-expanded', String(open));
    this.paint(this.#passes);
    if (!open || !this.#load) return;
    const load = this.#load;
    this.#load = undefined;
    this.note(el('p.quiet', {role: 'status'}, 'Loading…'));
    const {heard} = this.#list;
    try {
      const found = await load(this);
      if (found instanceof Node) {
        this.#load = load;
        return this.note(found);
      }
      this.add(found);
      if (heard !== this.#list.heard) this.#list.restore();
      this.paint(this.#passes);
      if (!this.rows.length) this.note(el('p.quiet', {}, 'None.'));
      this.#list.dispatchEvent(new Event('change'));
    } catch (error) {
      this.#load = load;
      if (error.name !== 'AbortError') this.note(fault(error, () => this.toggle(true)));
    }
  }

  /** Shows a note in place of rows. */
  note(node) { put(this.#body, el('div.note', {role: 'row'}, el('div', {role: 'gridcell'}, node))); }

  /** Shows the rows that pass a test, if the section is open. */
  paint(passes) {
    this.#passes = passes;
    const all = this.rows.filter(row => !(row.hidden = !passes(row)));
    this.#count.textContent = this.#load && !this.rows.length ? '' : count(all.length);
    this.element.hidden = !all.length && this.rows.length > 0;
    const shown = this.open ? all.slice(0, this.#limit) : [];
    this.rows.forEach(row => { row.visible = false; });
    shown.forEach(row => { row.visible = true; });
    if (!this.rows.length && this.#body.childElementCount) return; // a note
    put(this.#body, shown.map(row => row.element), this.open && all.length > shown.length && el('div.note', {role: 'row'}, el('div', {role: 'gridcell'},
      button(`Show ${count(Math.min(pageSize, all.length - shown.length))} more of ${count(all.length)}`, () => {
        this.#limit += pageSize;
        this.paint(passes);
        this.#list.choose(shown.at(-1));
      }))));
  }
}

/** Reports whether the axioms of a group differ in the subject only. Otherwise they have different fillers, by one rule. @param {import('./api.js').Group} group */
export function saysTheSame(group) {
  return new Set(group.axioms.map(({manchester: m}) => m.slice(m.indexOf(' SubClassOf ')))).size === 1;
}

/** Returns the number of axioms of a group next to the first. @param {import('./api.js').Group} group */
export function othersByRule(group) { return `and ${plural(group.axioms.length - 1, 'more axiom', 'more axioms')} by the same rule`; }

/** A suggestion, or a group of them, in the list. */
export class Row {
  selected = false;
  hidden = false; // by the filter
  visible = false; // also its section is open
  busy = false;
  /** @type {{axiom: string, manchester: string, decision?: string, out?: boolean}[]} the axioms; those that are out are not decided */ members;
  #box;
  #mark = el('span.mark', {role: 'gridcell'});
  #tags = el('span.tags');
  #list;
  #by;

  /** @param {Suggestion} item @param {SuggestionList} list */
  constructor(item, section, list, {subject}) {
    this.item = {...item};
    this.section = section;
    this.#list = list;
    this.members = item.group ? item.group.axioms.map(m => ({...m})) : [{axiom: item.axiom, manchester: item.manchester, decision: item.decision}];
    this.settledBefore = this.settled && !this.members.some(m => m.decision === 'defer');
    const name = freshID('axiom'), supporting = item.evidence.find(e => e.for);
    this.#box = el('input', {type: 'checkbox', tabindex: -1, 'aria-label': 'Select', onclick: event => event.stopPropagation(), onchange: () => list.select(this, this.#box.checked)});
    this.element = el('div.item', {role: 'row', tabindex: -1, 'aria-level': 2, 'aria-labelledby': name, onclick: () => {
      list.choose(this);
      list.dispatchEvent(new Event('enter'));
    }}, el('span', {role: 'gridcell'}, this.#box),
    el('div.what', {role: 'gridcell'}, el('div', {id: name}, this.#axiom(subject || item.group !== undefined), this.#tags), supporting && el('div.hint.quiet', {}, supporting.sentence)), this.#mark);
    this.paint();
  }

  /** Returns whether all axioms are decided, but those that are out. */
  get settled() { return Boolean(this.item.change) || this.members.every(m => m.decision || m.out) && this.members.some(m => m.decision); }

  /** The axioms that a decision is about. */
  get left() {
    const {verdict, probability, comment, change, replaces} = this.item;
    return change ? [] : this.members.filter(m => !isFinal(m.decision) && !m.out).map(({axiom, manchester}) => ({axiom, manchester, verdict, comment, replaces, ...(!this.item.group && {probability})}));
  }

  get decision() { return this.members.find(m => m.decision)?.decision; }

  /** The sentence on a decision of another client. */
  get by() { return this.#by ? operationSentence(this.#by, 'another window') : ''; }

  #axiom(subject) {
    const {subject: c, property, target, group, change} = this.item;
    if (change) return [el('span', {'aria-hidden': 'true'}, change, ' '), el('span.unseen', {}, changeWords[change], ' '), manchester(this.item.manchester)];
    const alike = group && saysTheSame(group);
    return [subject && [alike ? plural(group.subjects.length, 'class', 'classes') : nameOf(c), el('span.kw', {}, ' SubClassOf ')],
      property && [nameOf(property), el('span.kw', {}, ' some ')], nameOf(target),
      group && el('span.quiet', {}, alike ? [' (', apart(group.subjects.slice(0, 3).map(s => s.label), ', '), group.subjects.length > 3 && ', …', ')'] : ` (${othersByRule(group)})`)];
  }

  paint() {
    const {verdict, evidence, impliedBy, unseen, rejectedBy = [], change, operation} = this.item, {decision} = this;
    if (change) return this.#paintChange(operation);
    const tag = (text, kind = '', title = undefined) => el('span.tag' + (kind && '.' + kind), {title}, text);
    put(this.#tags, verdict !== 'new' && !decision && this.section.key !== verdict && tag(verdictTag[verdict], verdict), impliedBy && tag('redundant', '', 'Entailed by another suggestion of the list'),
      unseen && tag('not in model', '', 'Added after training; placed by its axioms and label'), rejectedBy.length > 0 && tag('rejected by a check'));
    const n = this.members.filter(m => m.decision).length;
    this.element.dataset.decision = decision ?? '';
    const pro = evidence.filter(e => e.for).length, contra = evidence.length - pro + rejectedBy.length;
    put(this.#mark, decision ? [el('span.decided', {}, this.by || decisions[decision], n < this.members.length && ` (${count(n)} of ${count(this.members.length)})`),
      this.#undoButton()]
      : [pro > 1 && el('span.pro', {title: `${pro} kinds of evidence for it`}, '✓'.repeat(Math.min(pro, 3))), contra > 0 && el('span.contra', {title: 'Evidence against it'}, '⚠')]);
    this.#box.disabled = this.settled;
    this.element.setAttribute('aria-selected', String(this.selected));
  }

  #paintChange(operation) {
    this.element.dataset.decision = '';
    this.element.classList.add(this.item.change === '+' ? 'plus' : 'minus');
    this.#box.hidden = true;
    put(this.#mark, operation && [el('span.quiet', {}, operationSentence(operation)), this.#undoButton()]);
  }

  #undoButton() {
    return button('Undo', event => {
      event.stopPropagation();
      this.#list.undo(this);
    }, {kind: 'quiet', tabindex: -1, 'aria-label': `Undo: ${this.item.manchester}`});
  }

  mark(chosen) { chosen ? this.element.setAttribute('aria-current', 'true') : this.element.removeAttribute('aria-current'); }

  select(selected) {
    this.selected = selected;
    this.#box.checked = selected;
    this.element.setAttribute('aria-selected', String(selected));
  }

  work(busy) {
    this.busy = busy;
    this.element.setAttribute('aria-busy', String(busy));
  }

  /** Takes over a decision about axioms; undefined: they are undecided. */
  hear(axioms, decision, by = undefined) {
    const about = this.members.filter(m => axioms.has(m.axiom));
    if (!about.length) return;
    for (const m of about) m.decision = decision;
    this.#by = decision && by;
    if (this.settled) this.select(false);
    this.paint();
  }

  /** Sets the current verdict. */
  judge({verdict, exact, outside, conflict}) {
    if (verdict === this.item.verdict && exact === this.item.exact) return;
    Object.assign(this.item, {verdict, exact, outside, conflict});
    this.paint();
  }
}
