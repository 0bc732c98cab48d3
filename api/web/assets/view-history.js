// The operations on the ontology, with undo and export.
import {address, get} from './api.js';
import {manchester} from './axioms.js';
import {act, attempt, button, count, debounce, el, link, moment, percent, plural, put} from './dom.js';
import {operationWords as words} from './ontology.js';

const formats = {jsonl: 'JSON Lines', tsv: 'TSV'};

/** @param {import('./ontology.js').Ontology} ontology @param {AbortSignal} signal */
export function historyView(ontology, signal) {
  const rows = el('tbody'), message = el('div', {'aria-live': 'polite'}), more = el('p');
  const table = el('table.history', {}, el('thead', {}, el('tr', {}, ['When', 'Operation', 'Axioms', 'Who', ''].map((h, i) => i < 4 ? el('th', {scope: 'col'}, h) : el('td')))), rows);
  const load = cursor => attempt(message, async () => {
    const page = await get(ontology.path + '/operations', {limit: 100, cursor}, signal);
    if (!cursor) rows.replaceChildren();
    rows.append(...page.items.map(operation => operationRow(ontology, operation)));
    table.hidden = !rows.childElementCount;
    put(message, !rows.childElementCount && el('p.quiet', {}, 'Nothing has been decided or edited.'));
    put(more, page.next && button('More', () => load(page.next)));
  }, () => load());
  ontology.addEventListener('decided', debounce(50, () => load()), {signal});
  load();
  const files = Object.entries(formats).map(([format, name]) => el('li', {}, link(address(ontology.path + '/decisions/export', {format}), name, {download: ''})));
  return {
    element: el('div.page', {}, el('h2', {}, 'History'), el('p.quiet', {}, 'Decisions are stored by ontology IRI and kept across versions.'),
      el('div.line', {}, el('div.exports', {}, el('span', {}, 'Export:'), el('ul.inline', {}, files))), message, table, more),
  };
}

/** How many axioms of an operation are shown. */
const shown = 20;

function operationRow(ontology, operation) {
  const message = el('div'), {axioms} = operation;
  const canUndo = !['undo', 'replace'].includes(operation.operation) && !operation.undone && !ontology.status.copy;
  const text = axioms.length > 1 ? `Undo ${count(axioms.length)}` : 'Undo';
  const undo = act(text, () => ontology.undoOperation(operation.id), message, {'aria-label': `${text}: ${axioms[0]?.manchester ?? words[operation.operation]}`});
  return el('tr', {class: operation.undone ? 'past' : null}, el('td', {}, moment(operation.at)),
    el('td', {}, el('span.tag.' + operation.operation, {}, words[operation.operation]), operation.undone && el('span.quiet', {}, ' undone')),
    el('td', {}, axioms.slice(0, shown).map(axiom => el('div', {}, axiom.edit && el('span.quiet', {}, {added: '+ ', removed: '− '}[axiom.edit]), manchester(axiom.manchester),
      axiom.probability !== undefined && el('span.quiet', {title: 'The share of suggestions with such evidence that were right'}, ` ${percent(axiom.probability)}`, axiom.verdict !== 'new' && ` ${axiom.verdict}`),
      axiom.undone && !operation.undone && el('span.quiet', {}, ' undone'))),
      axioms.length > shown && el('p.quiet', {}, `and ${plural(axioms.length - shown, 'more', 'more')}`), operation.comment && el('p.quiet', {}, operation.comment), message),
    el('td', {}, operation.who || el('span.quiet', {}, operation.client || '–')), el('td', {}, canUndo && undo));
}
