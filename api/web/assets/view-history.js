// The decisions on the ontology, with undo and export.
import {address, get} from './api.js';
import {manchester} from './axioms.js';
import {button, check, debounce, el, fail, field, link, moment, percent, put} from './dom.js';

const words = {accept: 'accepted', reject: 'rejected', defer: 'deferred', revert: 'reverted'};
const formats = {jsonl: 'JSON Lines', tsv: 'TSV', robot: 'ROBOT template', kgcl: 'KGCL'};

/** @param {import('./ontology.js').Ontology} ontology @param {AbortSignal} signal */
export function historyView(ontology, signal) {
  const action = el('select', {}, el('option', {value: ''}, 'all'), Object.entries(words).map(([value, name]) => el('option', {value}, name)));
  const current = el('input', {type: 'checkbox'});
  const rows = el('tbody'), message = el('div', {'aria-live': 'polite'}), more = el('p');
  const table = el('table.history', {}, el('thead', {}, el('tr', {}, ['When', 'Decision', 'Axiom', 'Who', ''].map((h, i) => i < 4 ? el('th', {scope: 'col'}, h) : el('td')))), rows);
  const load = async cursor => {
    try {
      const page = await get(ontology.path + '/decisions', {current: current.checked || undefined, action: action.value, limit: 100, cursor}, signal);
      if (!cursor) rows.replaceChildren();
      rows.append(...page.items.map(decision => decisionRow(ontology, decision)));
      table.hidden = !rows.childElementCount;
      put(message, !rows.childElementCount && el('p.quiet', {}, 'No decisions match.'));
      put(more, page.next && button('More', () => load(page.next)));
    } catch (error) {
      fail(message, error, () => load());
    }
  };
  action.addEventListener('change', () => load());
  current.addEventListener('change', () => load());
  ontology.addEventListener('decided', debounce(50, () => load()), {signal});
  load();
  const files = Object.entries(formats).map(([format, name]) => el('li', {}, link(address(ontology.path + '/decisions/export', {format}), name, {download: ''})));
  return {
    element: el('div.page', {}, el('h2', {}, 'History'), el('p.quiet', {}, 'Decisions are stored by ontology IRI and kept across versions.'),
      el('div.line', {}, field('Show', action), check('Current only', current),
        el('div.exports', {}, el('span', {}, 'Export:'), el('ul.inline', {}, files))), message, table, more),
  };
}

function decisionRow(ontology, decision) {
  const message = el('div');
  const canRevert = decision.current && decision.action !== 'revert';
  const revert = async () => {
    b.disabled = true;
    try {
      // An axiom that was new is removed; an entailed one may have been asserted and remains.
      const added = decision.action === 'accept' && ['new', 'contradicts'].includes(decision.verdict) ? [decision.axiom] : [];
      await ontology.revert([decision.axiom], added);
    } catch (error) {
      b.disabled = false;
      fail(message, error);
    }
  };
  const b = button('Undo', revert, {'aria-label': `Undo: ${decision.manchester}`});
  return el('tr', {class: decision.current ? null : 'past'}, el('td', {}, moment(decision.at)), el('td', {}, el('span.tag.' + decision.action, {}, words[decision.action])),
    el('td', {}, manchester(decision.manchester), decision.probability !== undefined && el('span.quiet', {}, ` ${percent(decision.probability)} ${decision.verdict ?? ''}`),
      decision.comment && el('p.quiet', {}, decision.comment), message),
    el('td', {}, decision.who || el('span.quiet', {}, decision.client || '–')), el('td', {}, canRevert && b));
}
