// Review: suggestions for the whole ontology, for classes, or for the classes below them.
import {ended, get, post} from './api.js';
import {SuggestionDetail} from './detail.js';
import {attempt, button, check, count, debounce, el, link, put, sentence, update} from './dom.js';
import {SuggestionList} from './list.js';
import {navigator} from './nav.js';
import {classPlace, go, parse, place} from './route.js';
import {worthTraining} from './view-ontologies.js';
import {inconsistency} from './view-unsatisfiable.js';

const wide = matchMedia('(min-width: 75rem)');
const forms = {'': 'All types', NF1: 'Superclasses', NF3: 'Restrictions', change: 'Changes of relation'};
const orders = {'': 'Tier', class: 'Class', target: 'Superclass or filler'};
const shows = {'': 'Undecided', all: 'All'};
const tierTitles = {
  likely: ['Likely', 'about 7 in 10 are right'], possible: ['Possible', 'about 6 in 10 are right'], speculative: ['Speculative', 'ranked only, most are wrong'],
};
const sure = ['likely', 'possible'];
const runLimit = 1000;

/** @param {import('./ontology.js').Ontology} ontology @param {AbortSignal} signal */
export function reviewView(ontology, signal) {
  let query = /** @type {Record<string, string>} */ ({}), loaded, modelled = false, renewed = 0, focus = false, leave = new AbortController();
  const list = new SuggestionList(ontology, signal), detail = new SuggestionDetail(list, ontology, signal);
  const nav = navigator(ontology, iri => {
    focus = true;
    const at = place(ontology.id, 'review', '', {scope: add.checked && query.scope ? `${query.scope} ${iri}` : iri, below: query.below});
    if (at === location.hash) list.choose(list.chosen);
    else go(at);
  }, signal, wide);
  const add = el('input', {type: 'checkbox'}), below = el('input', {type: 'checkbox', onchange: () => go(place(ontology.id, 'review', '', {scope: query.scope, below: below.checked ? '1' : ''}))});
  const scope = el('div.scope'), summary = el('p.summary', {role: 'status'}), about = el('p.quiet'), empty = el('div.empty', {'aria-live': 'polite'});
  const select = (label, name, options) => {
    const choice = el('select', {'aria-label': label, onchange: () => refine({[name]: choice.value})});
    offer(choice, options);
    return choice;
  };
  const type = select('Type', 'type', forms), property = select('Property', 'property', {}), order = select('Sort', 'sort', orders), show = select('Decisions', 'show', shows);
  const text = el('input', {type: 'search', placeholder: 'Filter by name', 'aria-label': 'Filter by name', autocomplete: 'off', oninput: debounce(150, () => refine({text: text.value.trim()}))});
  const refresh = button('Refresh', () => load(true), {kind: 'quiet', title: 'Find suggestions again'});
  const filters = el('div.filters', {}, text, type, property, el('label.sort', {}, 'Sort ', order), show, refresh);
  const element = el('div.review', {}, el('div.side', {}, nav.search, scope, nav.browse), el('div.middle', {}, summary, about, filters, empty, list.element), detail.element);

  /** Changes filters in the address, without an entry in the browser's history. */
  const refine = changes => {
    query = {...query, ...changes};
    remember();
    if (query.show === 'all' && loaded && !loaded.decided) load().then(() => show.focus());
    else filter();
  };
  /** Keeps the query in the address, unless the reader has gone elsewhere in the meantime. */
  const remember = () => {
    const at = parse(location.hash);
    if (at.id === ontology.id && at.view === 'review') history.replaceState(null, '', place(ontology.id, 'review', '', query));
  };

  const scopes = () => (query.scope ?? '').split(' ').filter(Boolean);
  const isRun = () => !scopes().length || Boolean(query.below);

  const filter = () => {
    const wanted = (query.text ?? '').toLowerCase();
    for (const [choice, value] of [[type, query.type], [property, query.property], [order, query.sort], [show, query.show]]) choice.value = value ?? '';
    if (text.value.trim() !== (query.text ?? '')) text.value = query.text ?? '';
    const key = {class: s => s.subject.label, target: s => s.target.label}[query.sort ?? ''];
    for (const section of list.sections) {
      section.rows.forEach((row, i) => { row.place ??= i; });
      section.rows.sort((a, b) => key ? key(a.item).localeCompare(key(b.item), 'en') || a.place - b.place : a.place - b.place);
    }
    list.filter(row => (!query.type || row.item.form === query.type) && (!query.property || row.item.property?.iri === query.property)
      && (query.show === 'all' || !row.settledBefore || !row.settled) && (!wanted || row.members.some(m => m.manchester.toLowerCase().includes(wanted))));
    paint();
  };

  /** Shows what is left, and the reason if nothing is. */
  const paint = () => {
    const rows = list.rows.filter(row => tierTitles[row.section.key]), n = decision => rows.filter(row => row.settled && row.decision === decision).length;
    const accepted = n('accept'), rejected = n('reject'), left = rows.length - accepted - rejected, entailed = rows.filter(row => !row.settled && row.item.verdict === 'entailed').length;
    put(summary, rows.length > 0 && [`${count(left)} left · ${count(accepted)} accepted · ${count(rejected)} rejected`, entailed > 0 && ` · ${count(entailed)} entailed meanwhile`]);
    const passing = rows.filter(row => !row.hidden).length, properties = {};
    for (const {item} of list.rows) if (item.property) properties[item.property.iri] = item.property.label;
    offer(property, {'': 'All properties', ...Object.fromEntries(Object.entries(properties).sort((a, b) => a[1].localeCompare(b[1], 'en')))});
    property.value = query.property ?? '';
    filters.hidden = !loaded;
    refresh.disabled = list.offline;
    if (!loaded) return;
    if (rows.length && !left) update(empty, el('p', {}, `Done: ${count(rows.length)} of ${count(rows.length)}. `, link(place(ontology.id, 'changes'), 'Export the changes'), ' · ', link(place(ontology.id, 'history'), 'Show the decisions')));
    else if (rows.length && !passing) update(empty, el('p', {}, `No suggestions match. ${count(rows.length)} without the filter. `, button('Clear', () => refine({type: '', property: '', text: '', show: 'all'}))));
    else update(empty, !rows.length && list.sections.length > 0 && el('p', {}, loaded.nothing || loaded.note || 'No suggestions found.'));
  };
  list.addEventListener('change', paint);
  list.addEventListener('choose', () => {
    query = {...query, row: list.chosen?.item.hash ?? ''};
    if (loaded) remember();
  });
  list.addEventListener('open', () => list.chosen && go(classPlace(ontology.id, list.chosen.item.subject.iri)));

  /** Loads the suggestions of the scope. */
  const load = async (again = false) => {
    leave.abort();
    leave = new AbortController();
    const here = AbortSignal.any([signal, leave.signal]), held = query.row, classes = scopes(), {heard} = list;
    loaded = undefined;
    list.show([], {subject: true});
    put(about);
    paint();
    nav.reveal(classes.at(-1) ?? '');
    paintScope(classes, here);
    if (ontology.status.reasoner.state === 'inconsistent') return put(empty, inconsistency(ontology, here));
    if (!ontology.suggests) return put(empty, el('p.quiet', {}, ontology.status.suggestions.state === 'preparing' ? 'Loading suggestions…' : ontology.status.reasoner.state === 'classifying' ? 'The first suggestions are shown when the ontology is classified.'
      : sentence(ontology.status.suggestions.reason || 'Suggestions need a classified ontology.')));
    put(empty, el('p.quiet', {}, 'Loading suggestions…'));
    await attempt(empty, async () => {
      const found = isRun() ? await ofRun(ontology, classes, again, here) : await ofClasses(ontology, classes, query.show === 'all', here);
      if (here.aborted) return;
      loaded = found;
      loaded.late = found.revision !== undefined && found.revision !== ontology.status.revision;
      put(empty);
      modelled = Boolean(ontology.status.suggestions.model);
      put(about, !modelled && 'Preliminary, without a model. ', found.stale && ontology.status.suggestions.model?.changed >= worthTraining && 'The model was trained before the last edits. ', found.items.length > 0 && found.note);
      const surest = found.items.some(s => sure.includes(s.tier));
      const tiers = Object.entries(tierTitles).filter(([key]) => key !== 'speculative' || !isRun() || found.items.some(s => s.tier === key)).map(([key, [title, hint]]) => ({
        key, title, hint, items: found.items.filter(s => s.tier === key && s.verdict === 'new'), open: key !== 'speculative' || !surest,
      })).filter(s => s.items.length || s.key === 'speculative' && !isRun());
      const extra = isRun() ? [{key: 'speculative', title: 'Speculative', hint: tierTitles.speculative[1], open: false, load: section => speculative(ontology, classes, section, here)}]
        : [['contradicts', 'Would make classes unsatisfiable'], ['entailed', 'Already entailed'], ['change', 'Changes of relation', 'in place of an asserted axiom, most are wrong']].map(([key, title, hint]) =>
          ({key, title, hint, open: false, load: () => further(ontology, classes, key, here)}));
      list.show([...tiers, ...extra], {subject: isRun() || classes.length > 1});
      if (heard !== list.heard) list.restore(); // the answer may be older
      filter();
      const row = held && list.rows.find(r => r.item.hash === held);
      if (row && !row.hidden) {
        if (!row.section.open) await row.section.toggle(true);
        list.choose(row, false);
        row.element.scrollIntoView({block: 'nearest'});
      }
      if (focus && list.chosen) list.choose(list.chosen);
      focus = false;
      renew();
    }, () => load(again));
  };
  /** Loads suggestions again that were found before the last edit, once for a revision and only if none is decided or selected. */
  const renew = () => {
    const {revision, suggestions} = ontology.status;
    if (!loaded?.late || suggestions.state !== 'ready' || renewed === revision || list.rows.some(row => row.decision || row.selected || row.busy)) return;
    renewed = revision;
    load();
  };

  /** Shows the scope, with what it can be changed to. */
  const paintScope = async (classes, here) => {
    const drop = iri => go(place(ontology.id, 'review', '', {scope: classes.filter(c => c !== iri).join(' '), below: query.below}));
    const names = classes.map(iri => el('span', {}, iri.replace(/.*[/#]/, '')));
    below.checked = Boolean(query.below);
    put(scope, el('h2', {}, 'Scope'), !classes.length ? el('p', {}, 'Whole ontology')
      : [el('ul.plain', {}, classes.map((iri, i) => el('li', {}, names[i], ' ', button('×', () => drop(iri), {kind: 'quiet', 'aria-label': 'Remove from the scope'})))),
        check('and all classes below', below), check('Add the next class to these', add), el('p', {}, link(place(ontology.id, 'review'), 'Whole ontology'), ' · ', link(classPlace(ontology.id, classes[0]), 'Description'), ' · ',
          link(place(ontology.id, 'new', '', {class: classes[0]}), 'What does it need?'))]);
    for (const [i, iri] of classes.entries()) {
      get(`${ontology.path}/classes/${encodeURIComponent(iri)}`, {}, here).then(c => put(names[i], c.label, c.id && c.id !== c.label && el('span.id', {}, ' ', c.id))).catch(() => {});
    }
  };

  let ready = ontology.suggests, state = ontology.status.reasoner.state;
  ontology.addEventListener('content', debounce(200, () => ontology.status.reasoner.state === 'inconsistent' && load()), {signal}); // another cause
  ontology.addEventListener('status', () => {
    renew();
    if (!loaded && state !== ontology.status.reasoner.state) load(); // classified, or inconsistent
    state = ontology.status.reasoner.state;
    if (loaded && !modelled && ontology.status.suggestions.model && ontology.status.suggestions.state === 'ready') {
      modelled = true;
      put(about, 'The model is ready. ', button('Update the list', () => load(true), {kind: 'quiet'}));
    }
    if (ready === ontology.suggests) return;
    ready = ontology.suggests;
    if (!loaded) load(); // decided rows remain
  }, {signal});

  let shown;
  return {
    element,
    show(_, wanted = {}) {
      const key = `${wanted.scope ?? ''} ${wanted.below ?? ''}`;
      query = {...wanted};
      if (shown === key && loaded) return filter();
      shown = key;
      load();
    },
  };
}

/** Replaces the options of a choice. */
function offer(choice, options) {
  const now = JSON.stringify(options);
  if (choice.dataset.options === now) return;
  choice.dataset.options = now;
  put(choice, Object.entries(options).map(([value, name]) => el('option', {value}, name)));
}

/** Returns the suggestions of all tiers for classes. */
async function ofClasses(ontology, classes, decided, signal) {
  const pages = await Promise.all(classes.map(subject => post(ontology.path + '/suggestions:query', {subject, limit: 50, tiers: [...sure, 'speculative'], decided}, signal)));
  return {decided, items: pages.flatMap(page => page.items), revision: pages[0].revision, nothing: pages[0].nothing, note: pages[0].note, stale: pages.some(page => page.stale)};
}

/** Returns the suggestions for classes with a verdict, or changes of asserted axioms. */
async function further(ontology, classes, key, signal) {
  const wanted = key === 'change' ? {forms: [key]} : {verdicts: [key]};
  const pages = await Promise.all(classes.map(subject => post(ontology.path + '/suggestions:query', {subject, limit: 50, tiers: ['speculative'], ...wanted}, signal)));
  return pages.flatMap(page => page.items);
}

/** Returns whether a run is about the classes below some others, or about the whole ontology, and has a tier. */
const isAbout = (run, classes, tier) => !run.options.classes && (run.options.subjectBelow ?? []).join(' ') === classes.join(' ')
  && (tier === 'speculative' ? Boolean(run.options.tiers?.includes(tier)) : !run.options.tiers) && !run.options.forms;

/** Returns the likely and possible suggestions of the last run or, if there is none or the axioms have changed before any of its rows was decided, of a new one. */
async function ofRun(ontology, classes, again, signal) {
  const runs = (await get(ontology.path + '/runs', {}, signal)).items.filter(run => isAbout(run, classes));
  if (!again && runs.length) {
    const found = await rowsOf(ontology, runs[0], signal);
    if (runs[0].revision === ontology.status.revision || found.items.some(isDecided)) return found;
  }
  const {run} = await runOf(ontology, {limit: runLimit, subjectBelow: classes.length ? classes : undefined}, signal);
  return rowsOf(ontology, (await get(ontology.path + '/runs', {}, signal)).items.find(r => r.run === run), signal);
}

/** Starts a run and waits for its end. */
async function runOf(ontology, options, signal) {
  const {id} = await ontology.start('runs', options);
  for (;;) {
    const job = ontology.jobs.get(id);
    if (job.state === 'done') return job.result;
    if (ended(job)) throw new Error(sentence(job.error || 'The run was cancelled.'));
    await new Promise((resolve, reject) => {
      ontology.addEventListener('job', resolve, {once: true, signal});
      signal.addEventListener('abort', () => reject(new DOMException('Stopped.', 'AbortError')), {once: true});
    });
  }
}

/** Returns whether an axiom of a suggestion is decided. */
const isDecided = ({decision, group}) => Boolean(decision || group?.axioms.some(m => m.decision));

/** Returns all rows of a run. */
async function rowsOf(ontology, {run, revision}, signal) {
  const items = [];
  let page;
  do {
    page = await get(`${ontology.path}/runs/${run}/suggestions`, {limit: 1000, cursor: page?.next}, signal);
    items.push(...page.items.map(item => ({...item, run})));
  } while (page.next);
  return {decided: true, items, revision, nothing: page.nothing, note: page.note, stale: page.stale};
}

/** Returns the speculative suggestions of the last run with them, or a button that starts one. */
async function speculative(ontology, classes, section, signal) {
  const runs = (await get(ontology.path + '/runs', {}, signal)).items.filter(run => isAbout(run, classes, 'speculative'));
  if (runs.length) return (await rowsOf(ontology, runs[0], signal)).items.filter(s => s.tier === 'speculative' && s.verdict === 'new');
  const place = el('div', {}, el('p', {}, `Ranks candidates for each class; this can take minutes. Each class has them at once: choose it in the hierarchy.`),
    button('Find speculative suggestions', async () => {
      put(place, el('p.quiet', {}, 'Searching…'));
      await attempt(place, async () => {
        await runOf(ontology, {limit: runLimit, tiers: ['speculative'], primary: true, subjectBelow: classes.length ? classes : undefined}, signal);
        section.toggle(true);
      });
    }));
  return place;
}
