// The current view, the connection, the theme and the keyboard shortcuts.
import {connection, get} from './api.js';
import {announce, button, check, el, link, put, settings} from './dom.js';
import {go, parse, place} from './route.js';
import {ontologiesView} from './view-ontologies.js';
import {ontologyView} from './view-ontology.js';

const main = document.getElementById('main'), notice = document.getElementById('notice');

/** The current view: the id of its ontology, and a controller that is aborted when it is left. */
let open = {id: /** @type {string | undefined} */ (undefined), view: undefined, leave: new AbortController()};
let arrivals = 0;

async function arrive() {
  const route = parse(location.hash), arrival = ++arrivals;
  if (!open.view || open.id !== route.id) {
    open.leave.abort();
    const leave = new AbortController();
    open = {id: route.id, view: undefined, leave};
    let view;
    try {
      view = route.id ? await ontologyView(route.id, leave.signal) : ontologiesView(leave.signal);
    } catch (error) {
      if (arrival === arrivals && error.name !== 'AbortError') put(main, failure(error));
      return;
    }
    if (arrival !== arrivals) {
      if (open.leave === leave) open.view = undefined;
      if (parse(location.hash).id !== route.id) return;
    }
    open.view = view;
    put(main, view.element);
    if (arrival > 1) main.focus({preventScroll: true}); // the link that had the focus is gone
  }
  open.view.show?.(parse(location.hash));
  document.title = `${open.view.title} · box2el-owl`;
}

/** Returns the page that replaces a view which could not be opened. */
function failure(error) {
  if (error.status === 401) return signIn();
  const missing = error.status === 404;
  return el('div.page', {}, el('h1', {}, missing ? 'Ontology not found' : 'Could not load this view'), el('p', {}, missing ? 'It has been deleted, or the address is wrong.' : error.message),
    el('p', {}, link('#/', 'All ontologies'), ' ', !missing && button('Try again', arrive)));
}

function signIn() {
  document.title = 'Sign in · box2el-owl';
  return el('div.page', {}, el('h1', {}, 'Sign in'),
    el('p', {}, 'On the machine where the server runs, run'), el('pre', {}, el('code', {}, 'box2el-owl open')),
    el('p', {}, 'It opens this page with a link that works once, for one minute. After a server restart you have to do this again.'));
}

// --- The connection

function close(instead) {
  open.leave.abort();
  open = {id: undefined, view: undefined, leave: new AbortController()};
  put(main, instead);
}

connection.addEventListener('signedout', () => close(signIn()));
connection.addEventListener('gone', (/** @type {CustomEvent} */ {detail}) => open.view && open.id && close(failure(detail)));

document.addEventListener('visibilitychange', () => !document.hidden && !open.view && arrive()); // signed in with another tab

connection.addEventListener('lost', () => {
  put(notice, el('p.lost', {role: 'alert'}, el('span', {}, 'Connection lost. Retrying… If the server was stopped, run ', el('code', {}, 'box2el-owl serve'), ' and then ', el('code', {}, 'box2el-owl open'), '.'), ' ', button('Try again', ask)));
  setTimeout(watch, 2000);
});

connection.addEventListener('back', () => {
  notice.replaceChildren();
  announce('Reconnected.');
  if (!open.view) arrive();
});

async function ask() {
  try {
    await get('/health');
  } catch { /* the notice remains */ }
}

async function watch() {
  if (!notice.childElementCount) return;
  await ask();
  setTimeout(watch, 3000);
}

// --- The theme

const themes = {'': 'Auto theme', light: 'Light theme', dark: 'Dark theme'};

function applyTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

function themeChoice() {
  const choice = el('select', {'aria-label': 'Theme', onchange: () => {
    settings.set('theme', choice.value);
    applyTheme(choice.value);
  }}, Object.entries(themes).map(([value, name]) => el('option', {value, selected: value === settings.get('theme')}, name)));
  return choice;
}

// --- The keys

const keys = [
  ['/', 'Find a class'],
  ['j, k', 'Next, previous suggestion (with Shift: extend the selection)'],
  ['↑ ↓', 'The same, with the headings; Enter opens and closes them'],
  ['Space', 'Select; with Shift select the range'],
  ['a, r, d', 'Accept, reject, defer the selection or else the suggestion'],
  ['u', 'Undo the last decision'],
  ['c, e, o', 'Comment; explanation; description of the class'],
  ['g r, g n, g c, g q, g h', 'Go to review, new class, changes, query, history'],
  ['↑ ↓ → ←, a letter', 'Class hierarchy: move, expand, collapse, type to search'],
  ['Ctrl Enter', 'Run the query (in a text area)'],
  ['?', 'This list'],
];

const help = el('dialog', {'aria-labelledby': 'keys-title'}, el('h2', {id: 'keys-title'}, 'Keyboard shortcuts'),
  el('dl.keys', {}, keys.map(([key, what]) => el('div', {}, el('dt', {}, key.split(', ').map((k, i) => [i > 0 && ', ', el('kbd', {}, k)])), el('dd', {}, what)))),
  check('Disable single-key shortcuts', el('input', {type: 'checkbox', checked: settings.get('keys') === 'off', onchange: event => settings.set('keys', event.target.checked ? 'off' : '')})),
  button('Close', () => help.close(), {autofocus: true}));

/** The views that g and a letter go to. */
const goals = {r: 'review', n: 'new', c: 'changes', q: 'check', h: 'history'};
let going = -Infinity; // when g was pressed

document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || settings.get('keys') === 'off') return;
  if (event.target instanceof Element && event.target.closest('input, textarea, select, [role=tree]')) return;
  const goal = event.timeStamp - going < 1500 && open.id && goals[event.key];
  going = event.key === 'g' ? event.timeStamp : -Infinity;
  if (goal) go(place(open.id, goal));
  else if (event.key === '?') help.showModal();
  else if (event.key === '/') {
    const find = /** @type {HTMLInputElement | null} */ (document.querySelector('[role=combobox]'));
    find?.focus();
    find?.select();
  } else return;
  event.preventDefault();
});

// --- Beginning

applyTheme(settings.get('theme'));
put(document.getElementById('top'), link('#/', 'box2el-owl', {class: 'brand'}), el('div.tools', {}, themeChoice(), button('Keyboard shortcuts', () => help.showModal(), {kind: 'quiet'})));
document.body.append(help);
addEventListener('hashchange', arrive);
arrive();
