// Rendering of axioms, proofs and conflicts.
import {attempt, button, count, el, link, plural, put} from './dom.js';
import {classPlace} from './route.js';

const keywords = new Set(['SubClassOf', 'EquivalentTo', 'DisjointWith', 'DisjointClasses', 'DisjointUnionOf', 'SubPropertyOf', 'SubPropertyChain',
  'Domain', 'Range', 'Characteristics', 'InverseOf', 'Types', 'Type', 'Facts', 'SameAs', 'DifferentFrom', 'HasKey',
  'and', 'or', 'not', 'some', 'only', 'value', 'Self', 'min', 'max', 'exactly', 'inverse', 'that', 'o']);

/** Returns an axiom or expression in Manchester syntax with highlighted keywords. */
export function manchester(text) {
  const out = el('span.axiom');
  // A quoted name is one token, which is not a keyword.
  for (const piece of text.match(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[A-Za-z]+:?|[^'"A-Za-z]+|./gs) ?? []) {
    out.append(keywords.has(piece.replace(/:$/, '')) ? el('span.kw', {}, piece) : piece[0] === '\'' ? el('bdi', {}, piece) : piece);
  }
  return out;
}

/** Returns a list of axioms. */
export function axiomList(axioms) {
  return el('ul.axioms', {}, axioms.map(a => el('li', {}, manchester(a.manchester), a.hypothetical && el('span.tag', {}, 'hypothetical'))));
}

/** Returns a link to a class with its label. */
export const classLink = (id, name, props = {}) => link(classPlace(id, name.iri), nameOf(name), {title: name.iri, ...props});

/** Returns the label of an entity, with the ID if the label is missing or that of several entities. */
export const nameOf = (/** @type {import('./api.js').Name} */ {label, id}) => [el('bdi', {}, label), id && el('span.id', {}, ' ', id === label ? 'no\u00a0label' : id)];

/** Returns links to the first classes and the number of the others. */
export function classNames(id, names, most = 12) {
  const out = el('span.names');
  names.slice(0, most).forEach((name, i) => out.append(...(i ? [', '] : []), classLink(id, name)));
  if (names.length > most) {
    out.append(' ', button(`and ${count(names.length - most)} more`, () => out.replaceWith(classNames(id, names, names.length)), {kind: 'quiet'}));
  }
  return out;
}

/** Returns a sentence that describes a conflict. */
export function conflictSentence(id, conflict) {
  const parts = [];
  if (conflict.inconsistent) parts.push('Would make the ontology inconsistent.');
  else if (conflict.unsatisfiable.length) {
    const {unsatisfiable: names, count: all = names.length} = conflict;
    parts.push(conflict.partial ? 'Would make at least ' : 'Would make ', plural(all, 'class', 'classes') + ' unsatisfiable: ', classNames(id, names, 6),
      all > names.length && ` and ${count(all - names.length)} not listed`, names.length <= 6 && '.');
  }
  if (conflict.inexact) parts.push(' Incomplete: some axioms are outside OWL 2 EL.');
  return el('p.conflict', {}, parts);
}

/** Returns whether a conflict is not empty. */
export const contradicts = conflict => Boolean(conflict && (conflict.inconsistent || conflict.unsatisfiable.length));

/**
 * Returns a section that is loaded when it is opened, and again after an error.
 * @param {any} title @param {() => Promise<any>} ask @param {Record<string, any>} [props]
 */
export function later(title, ask, props = {}) {
  const place = el('div', {'aria-live': 'polite'});
  const load = () => attempt(place, async () => {
    if (place.childElementCount && !place.querySelector('.error')) return;
    put(place, el('p.quiet', {}, 'Loading…'));
    put(place, await ask());
  });
  return el('details', {ontoggle: event => event.target.open && load(), ...props}, el('summary', {}, title), place);
}

/**
 * Returns an explanation: the proof as a tree, and the justifications.
 * @param {import('./api.js').Explanation} explanation
 */
export function explanationOf(explanation) {
  if (!explanation.entailed) return el('p', {}, explanation.note || 'Not entailed.');
  const steps = explanation.proof ?? [];
  const out = el('div.explanation');
  if (explanation.note) out.append(el('p.quiet', {}, explanation.note));
  if (steps.length) out.append(el('ul.proof', {}, proofStep(steps, steps.length - 1, 0)));
  const all = explanation.justifications ?? [];
  all.forEach((axioms, i) => {
    const title = all.length > 1 ? `Justification ${i + 1} of ${all.length}${explanation.complete ? '' : ' or more'}` : 'Justification';
    out.append(el('details', {open: !steps.length}, el('summary', {}, `${title}: ${plural(axioms.length, 'axiom')}`), axiomList(axioms)));
  });
  return out;
}

/** The rules of normal forms, as words. */
const ruleWords = {NF1: 'superclass', NF2: 'conjunction', NF3: 'restriction', NF4: 'existential'};

/** Returns a step with its premises below it. Premises are built when first shown, because steps are shared and the tree may be much larger than the proof. */
function proofStep(steps, at, depth) {
  const step = steps[at];
  const supposed = step.axioms.some(a => a.hypothetical);
  const line = [manchester(step.manchester), (step.supposed || supposed) && el('span.tag', {}, 'hypothetical'), ' ',
    (!supposed || step.premises.length > 0) && el('span.rule', {title: 'The rule by which it follows'}, ruleWords[step.rule] ?? step.rule)];
  if (!step.premises.length) {
    const cited = step.axioms.filter(a => a.manchester !== step.manchester);
    return el('li', {}, line, cited.length > 0 && axiomList(cited));
  }
  const below = el('ul');
  const details = el('details', {}, el('summary', {}, line), below);
  const build = () => {
    if (below.childElementCount) return;
    put(below, step.premises.map(p => proofStep(steps, p, depth + 1)), step.axioms.length > 0 && el('li', {}, axiomList(step.axioms)));
  };
  details.addEventListener('toggle', () => details.open && build());
  if (depth < 3) {
    build();
    details.open = true;
  }
  return el('li', {}, details);
}
