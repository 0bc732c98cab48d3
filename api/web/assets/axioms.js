// Axioms, their proofs and contradictions, as people read them.
import {button, count, el, link, plural, put} from './dom.js';
import {classPlace} from './route.js';

const keywords = new Set(['SubClassOf', 'EquivalentTo', 'DisjointWith', 'DisjointClasses', 'DisjointUnionOf', 'SubPropertyOf', 'SubPropertyChain',
  'Domain', 'Range', 'Characteristics', 'InverseOf', 'Types', 'Type', 'Facts', 'SameAs', 'DifferentFrom', 'HasKey',
  'and', 'or', 'not', 'some', 'only', 'value', 'Self', 'min', 'max', 'exactly', 'inverse', 'that', 'o']);

/** An axiom or expression in Manchester syntax, its keywords set apart. */
export function manchester(text) {
  const out = el('span.axiom');
  // A name between quotation marks is one piece: what it says is no keyword.
  for (const piece of text.match(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[A-Za-z]+:?|[^'"A-Za-z]+|./gs) ?? []) {
    out.append(keywords.has(piece.replace(/:$/, '')) ? el('span.kw', {}, piece) : piece);
  }
  return out;
}

/** Axioms below each other. */
export function axiomList(axioms) {
  return el('ul.axioms', {}, axioms.map(a => el('li', {}, manchester(a.manchester), a.hypothetical && el('span.tag', {}, 'supposed'))));
}

/** A class by its label, leading to it. */
export const classLink = (id, name, props = {}) => link(classPlace(id, name.iri), name.label, {title: name.iri, ...props});

/** Classes one after another; of many, the first and how many more. */
export function classNames(id, names, most = 12) {
  const out = el('span.names');
  names.slice(0, most).forEach((name, i) => out.append(...(i ? [', '] : []), classLink(id, name)));
  if (names.length > most) {
    out.append(' ', button(`and ${count(names.length - most)} more`, () => out.replaceWith(classNames(id, names, names.length)), {kind: 'quiet'}));
  }
  return out;
}

/** What would go wrong, in a sentence. */
export function conflictSentence(id, conflict) {
  const parts = [];
  if (conflict.inconsistent) parts.push('The ontology would be inconsistent.');
  else if (conflict.unsatisfiable.length) {
    const {unsatisfiable: names, count: all = names.length} = conflict;
    parts.push(conflict.partial && 'At least ', plural(all, 'class', 'classes') + ' could have no instance: ', classNames(id, names, 6),
      all > names.length && ` and ${count(all - names.length)} not listed`, '.');
  }
  if (conflict.inexact) parts.push(' There may be more, as axioms lie outside OWL 2 EL.');
  return el('p.conflict', {}, parts);
}

/** Whether a conflict is one. */
export const contradicts = conflict => Boolean(conflict && (conflict.inconsistent || conflict.unsatisfiable.length));

/**
 * What the server says about why something follows: the proof as a tree to open and close, and the axioms that it rests on.
 * @param {import('./api.js').Explanation} explanation
 */
export function explanationOf(explanation) {
  if (!explanation.entailed) return el('p', {}, explanation.note || 'It does not follow.');
  const steps = explanation.proof ?? [];
  const out = el('div.explanation');
  if (explanation.note) out.append(el('p.quiet', {}, explanation.note));
  if (steps.length) out.append(el('ul.proof', {}, proofStep(steps, steps.length - 1, 0)));
  const all = explanation.justifications ?? [];
  all.forEach((axioms, i) => {
    const title = all.length > 1 ? `Justification ${i + 1} of ${all.length}${explanation.complete ? '' : ' or more'}` : 'It rests on';
    out.append(el('details', {open: !steps.length}, el('summary', {}, `${title}: ${plural(axioms.length, 'axiom')}`), axiomList(axioms)));
  });
  return out;
}

/** A step and, below it, its premises, built when they are first seen: steps are shared, so that the whole tree can be far larger than the proof. */
function proofStep(steps, at, depth) {
  const step = steps[at];
  const line = [manchester(step.manchester), step.supposed && el('span.tag', {}, 'supposed'), ' ', el('span.rule', {title: 'The rule by which it follows'}, step.rule)];
  if (!step.premises.length) {
    const told = step.axioms.filter(a => a.manchester !== step.manchester);
    return el('li', {}, line, told.length > 0 && axiomList(told));
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
