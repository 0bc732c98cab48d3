// Queries: class expressions, verdicts on axioms, axioms outside OWL 2 EL.
import {get, post} from './api.js';
import {classNames, conflictSentence, contradicts, explanationOf, manchester} from './axioms.js';
import {act, attempt, button, check, el, fail, freshID, put} from './dom.js';

/** @param {import('./ontology.js').Ontology} ontology @param {AbortSignal} signal */
export function checkView(ontology, signal) {
  const profile = profilePanel(ontology, signal);
  return {
    element: el('div.page', {}, el('h2', {}, 'Query'), el('div.columns', {}, expressionPanel(ontology, signal), axiomPanel(ontology, signal)), profile),
    show(arg) {
      if (arg !== 'profile') return;
      profile.open = true;
      profile.scrollIntoView();
    },
  };
}

/** Returns a form with a text area and the answer below it. Ctrl-Enter submits it. */
function question(ontology, title, {label, hint, placeholder, extra = undefined, ask}, signal) {
  const field = el('textarea', {id: freshID('text'), rows: 3, spellcheck: 'false', placeholder, 'aria-describedby': freshID('hint'), required: true});
  const answer = el('div.answer', {'aria-live': 'polite'});
  const submit = async event => {
    event.preventDefault();
    put(answer, el('p.quiet', {}, 'Loading…'));
    try {
      put(answer, await ask(field.value.trim(), signal));
    } catch (error) {
      fail(answer, error);
      if (error.body?.candidates) answer.append(el('p', {}, 'Did you mean:'), el('ul', {}, error.body.candidates.map(iri => candidate(ontology, iri, signal))));
    }
  };
  const form = el('form', {onsubmit: submit}, el('h3', {}, title), el('label', {for: field.id}, label), field,
    el('p.quiet', {id: field.getAttribute('aria-describedby')}, hint), extra, el('button', {type: 'submit'}, 'Ask'), answer);
  field.addEventListener('keydown', event => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  return el('section.panel', {}, form);
}

/** Returns an entity that a name could mean: its label, which is loaded, and its IRI. */
function candidate(ontology, iri, signal) {
  const item = el('li', {}, el('span.iri', {}, iri));
  get(ontology.path + '/classes', {q: iri, limit: 1}, signal).then(({items: [found]}) => found?.iri === iri && put(item, classNames(ontology.id, [found]), el('span.iri.quiet', {}, ' ', iri)), () => {});
  return item;
}

function expressionPanel(ontology, signal) {
  const direct = el('input', {type: 'checkbox', checked: true});
  return question(ontology, 'Class expression', {
    label: 'In Manchester syntax',
    hint: 'Use labels (quote labels with spaces: \'T cell\'), CURIEs or IRIs.',
    placeholder: '\'a class\' and \'a property\' some \'another class\'',
    extra: check('direct super- and subclasses only', direct),
    ask: async (expression, signal) => {
      const answer = await post(ontology.path + '/query', {expression, direct: direct.checked}, signal);
      const part = (title, names) => [el('h4', {}, title), el('p', {}, names.length ? classNames(ontology.id, names, 30) : el('span.quiet', {}, 'none'))];
      if (!answer.satisfiable) return el('p.conflict', {}, 'Unsatisfiable.');
      return [!answer.exact && el('p.quiet', {}, 'Outside OWL 2 EL: the answers may be incomplete.'),
        part('Equivalent classes', answer.equivalent), part('Superclasses', answer.supers), part('Subclasses', answer.subs), part('Instances', answer.instances)];
    },
  }, signal);
}

const verdicts = {new: 'Not entailed, no conflict.', entailed: 'Entailed.', contradicts: 'Would make classes unsatisfiable.'};

const verdictOf = ({verdict, exact}) => verdict === 'new' && !exact ? 'No contradiction found.' : verdicts[verdict];
const outsideSentence = ({axioms}) => axioms === 1 ? 'An axiom outside OWL 2 EL is relevant: ' : `${axioms} axioms outside OWL 2 EL are relevant, the first of them: `;

function axiomPanel(ontology, signal) {
  return question(ontology, 'Axiom', {
    label: 'In Manchester or functional-style syntax',
    hint: 'With the names of a class expression, or IRIs in full.',
    placeholder: '\'a class\' SubClassOf \'a property\' some \'another class\'',
    ask: async (axiom, signal) => {
      const {items: [item]} = await post(ontology.path + '/entailment:check', {axioms: [axiom], proofs: true}, signal);
      return [el('p', {}, manchester(item.manchester)), el('p', {}, el('strong.verdict.' + item.verdict, {}, verdictOf(item))),
        item.outside && [el('p.quiet', {}, outsideSentence(item.outside)), manchester(item.outside.first.manchester)],
        contradicts(item.conflict) && conflictSentence(ontology.id, item.conflict), item.verdict === 'new' && !ontology.status.copy && addButton(ontology, item), item.explanation && explanationOf(item.explanation)];
    },
  }, signal);
}

/** Returns the button that adds an axiom to the ontology. */
function addButton(ontology, {axiom}) {
  const message = el('p');
  return put(message, act('Add to the ontology', async () => {
    await ontology.edit([axiom]);
    put(message, 'Added to the ontology.');
  }, message));
}

const uses = {all: 'fully', part: 'partly', none: 'no'};

/** Returns the axioms outside OWL 2 EL, by page. */
function profilePanel(ontology, signal) {
  const rows = el('tbody'), more = el('p'), message = el('div', {role: 'status'});
  const table = el('div.scroll', {tabindex: 0, role: 'region', 'aria-label': 'Axioms outside OWL 2 EL', hidden: true}, el('table', {}, el('thead', {}, el('tr', {}, ['Axiom', 'Reason', 'Used'].map(h => el('th', {scope: 'col'}, h)))), rows));
  const load = cursor => attempt(message, async () => {
    const page = await get(ontology.path + '/profile', {limit: 100, cursor}, signal);
    put(message, page.el && el('p', {}, 'All axioms are within OWL 2 EL.'));
    rows.append(...page.items.map(item => el('tr', {}, el('td', {}, manchester(item.manchester)), el('td', {}, item.reason), el('td', {}, uses[item.use]))));
    table.hidden = !rows.childElementCount;
    put(more, page.next && button('More', () => load(page.next)));
  });
  const details = el('details.panel', {ontoggle: () => details.open && !rows.childElementCount && load()}, el('summary', {}, 'Axioms outside OWL 2 EL'), message, table, more);
  return details;
}
