// Suggestions for the whole ontology.
import {ended, get} from './api.js';
import {button, check, count, debounce, el, fail, field, numberIn, plural, put} from './dom.js';
import {go, place} from './route.js';
import {formChoice, SuggestionGrid, tiersOf} from './suggestions.js';

const pageSize = 50;

const orders = {
  tier: {name: 'Probability', compare: () => 0},
  subject: {name: 'Class', compare: (a, b) => a.subject.label.localeCompare(b.subject.label, 'en')},
  target: {name: 'Suggested parent or filler', compare: (a, b) => a.target.label.localeCompare(b.target.label, 'en')},
};

/** Returns whether the axiom, or any axiom of a group, is undecided. */
const isOpen = ({decision, group}) => (group?.axioms ?? [{decision}]).some(member => !member.decision || member.decision === 'defer');

/** @param {import('./ontology.js').Ontology} ontology @param {AbortSignal} signal */
export function miningView(ontology, signal) {
  const result = el('div');
  let shown;
  const show = async id => {
    const job = id && ontology.jobs.get(id);
    if (job && !ended(job)) return put(result, el('p.quiet', {}, 'Results will appear here.'));
    try {
      const run = job ? job.result?.run : await lastRun(ontology, signal);
      if (!run || shown === run) return;
      shown = run;
      put(result, el('p.quiet', {}, 'Loading results…'));
      put(result, await found(ontology, run, signal));
    } catch (error) {
      shown = undefined;
      fail(result, error);
    }
  };
  ontology.addEventListener('job', (/** @type {CustomEvent} */ event) => event.detail.kind === 'run' && event.detail.state === 'done' && show(event.detail.id), {signal});
  const start = startForm(ontology, signal);
  return {element: el('div.page', {}, el('h2', {}, 'Review suggestions'), start, result), show};
}

function startForm(ontology, signal) {
  const message = el('div', {'aria-live': 'polite'});
  const limit = el('input', {type: 'number', min: 1, max: 100000, value: 500});
  const {choice, forms} = formChoice();
  const primary = el('input', {type: 'checkbox', checked: true});
  const speculative = el('input', {type: 'checkbox'}), contradicting = el('input', {type: 'checkbox'});
  const submit = el('button', {type: 'submit'}, 'Search');
  const paint = () => {
    submit.disabled = !ontology.suggests || ontology.working.some(job => job.kind === 'run');
    if (!ontology.suggests) put(message, el('p.quiet', {}, ontology.status.suggestions.reason || 'This needs a classified ontology.'));
    else put(message);
  };
  ontology.addEventListener('status', paint, {signal});
  ontology.addEventListener('job', paint, {signal});
  paint();
  const begin = async event => {
    event.preventDefault();
    try {
      const job = await ontology.start('runs', {
        limit: numberIn(limit), tiers: tiersOf(speculative.checked || contradicting.checked), primary: primary.checked, forms: forms(),
        ...(contradicting.checked && {verdicts: ['new', 'contradicts']}),
      });
      go(place(ontology.id, 'mining', job.id));
    } catch (error) {
      fail(message, error);
    }
  };
  return el('form.line.panel', {onsubmit: begin, 'aria-label': 'Review run'}, field('Maximum number', limit), field('Type', choice),
    check('Hide redundant suggestions', primary),
    check('Include speculative', speculative), check('Include suggestions that make classes unsatisfiable (speculative)', contradicting), submit, message);
}

/** Returns the number of the last run for the whole ontology, by whichever program. */
async function lastRun(ontology, signal) {
  const {items} = await get(ontology.path + '/runs', {}, signal);
  return items.find(run => !run.options.classes)?.run;
}

/** Shows the results of a run: sorted, filtered, and by page. */
async function found(ontology, run, signal) {
  const path = `${ontology.path}/runs/${run}/suggestions`;
  let page = await get(path, {limit: 1000}, signal);
  const items = [...page.items];
  const grid = new SuggestionGrid(ontology, {label: 'Suggestions for the whole ontology', showSubject: true, run, signal});
  const filter = el('input', {type: 'search', placeholder: 'a part of a name', autocomplete: 'off'});
  const order = el('select', {}, Object.entries(orders).map(([value, {name}]) => el('option', {value}, name)));
  const undecided = el('input', {type: 'checkbox', checked: true});
  const about = el('p.quiet', {role: 'status'}), pages = el('p.pages'), further = el('p');
  let first = 0;
  const paint = () => {
    const wanted = filter.value.trim().toLowerCase();
    const chosen = items.filter(s => (!undecided.checked || isOpen(s)) && s.manchester.toLowerCase().includes(wanted)).sort(orders[order.value].compare);
    first = Math.min(first, Math.max(0, Math.ceil(chosen.length / pageSize) - 1) * pageSize);
    grid.show(chosen.slice(first, first + pageSize), false, order.value === 'tier');
    grid.element.hidden = !chosen.length;
    put(about, chosen.length ? `${count(first + 1)} to ${count(Math.min(first + pageSize, chosen.length))} of ${plural(chosen.length, 'suggestion')}` : 'No suggestions match the filter.');
    const turn = by => {
      first += by;
      paint();
      grid.focus();
    };
    put(pages, chosen.length > pageSize && [button('Previous', () => turn(-pageSize), {disabled: first === 0}), ' ',
      button('Next', () => turn(pageSize), {disabled: first + pageSize >= chosen.length})]);
  };
  const fetchMore = async () => {
    page = await get(path, {limit: 1000, cursor: page.next}, signal);
    items.push(...page.items);
    put(further, page.next && button('Load more', fetchMore));
    paint();
  };
  put(further, page.next && button('Load more', fetchMore));
  filter.addEventListener('input', debounce(150, () => {
    first = 0;
    paint();
  }));
  order.addEventListener('change', paint);
  undecided.addEventListener('change', paint);
  paint();
  if (!items.length) return el('p', {}, page.nothing || page.note || 'No suggestions found.');
  return [page.note && el('p.quiet', {}, page.note), el('div.line', {}, field('Filter', filter),
    field('Order', order), check('Undecided only', undecided)), about, grid.element, pages, further];
}
