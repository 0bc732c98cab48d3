// The description of a class: names, annotations, the graph around it, and its usage.
import {axiomList, classLink, nameOf} from './axioms.js';
import {announce, button, count, el, plural, svg} from './dom.js';
import {classPlace} from './route.js';
import {scopeWords} from './search.js';

/** Returns the names, the definition and the annotations of a class. */
export function heading(ontology, {iri, id, label, deprecated, satisfiable, definition, names = [], annotations = [], replacedBy = []}) {
  const copy = text => button('Copy', () => navigator.clipboard?.writeText(text).then(() => announce('Copied.'), () => {}), {kind: 'quiet', 'aria-label': `Copy ${text}`});
  const scopes = [...new Set(names.map(name => name.scope))];
  const text = ({text: value, language}) => [value, language && el('span.id', {}, ' @', language)];
  return [el('h2', {}, label, id && id !== label && el('span.id', {}, ' ', id), deprecated && el('span.tag', {}, 'obsolete'), satisfiable === false && el('span.tag.contradicts', {}, 'unsatisfiable')),
    el('p.iri.quiet', {}, iri, ' ', copy(iri)),
    replacedBy.length > 0 && el('p', {}, 'Replaced by ', replacedBy.map((name, i) => [i > 0 && ', ', classLink(ontology.id, name)])),
    definition && el('p.definition', {dir: 'auto'}, definition),
    scopes.map(scope => el('p', {}, el('span.quiet', {}, scope === 'label' ? 'Other labels: ' : `${scopeWords[scope]}: `),
      names.filter(name => name.scope === scope).map((name, i) => [i > 0 && '; ', text(name)]))),
    annotations.length > 0 && el('details', {}, el('summary', {}, plural(annotations.length, 'annotation')), el('dl.annotations', {}, annotations.map(a =>
      el('div', {}, el('dt', {}, nameOf(a.property)), el('dd', {}, a.entity ? nameOf(a.entity) : text({text: a.value, language: a.language}))))))];
}

/** Returns the axioms of other subjects that use a class. */
export function usageOf({usage = [], usageTotal = 0}) {
  if (!usageTotal) return [];
  return el('section', {}, el('details', {}, el('summary', {}, `Used in ${plural(usageTotal, 'axiom')} of others`), axiomList(usage),
    usageTotal > usage.length && el('p.quiet', {}, `and ${count(usageTotal - usage.length)} not listed`)));
}

const width = 760, box = {w: 170, h: 26}, gap = 14, row = 74;

/** How many classes of a kind are drawn. */
const most = 4;

/** Returns a drawing of the superclasses above a class, the subclasses below it and the related classes next to it; the lists have the same content. */
export function graphOf(id, {iri, label, supers = [], subs = [], subsTotal = subs.length, relations = [], satisfiable}) {
  if (satisfiable === false || !supers.length && !subs.length && !relations.length) return [];
  const shownSupers = supers.slice(0, most), shownSubs = subs.slice(0, most), shownRelations = relations.slice(0, 6);
  const height = Math.max((shownSubs.length ? 2 : 1) * row + 10, shownRelations.length * (box.h + gap) - box.h) + box.h + 10;
  const left = Math.min(width - 2 * box.w, Math.max(1, shownSupers.length, shownSubs.length) * (box.w + gap) + gap), whole = left + (shownRelations.length && 2 * box.w);
  const middle = {x: (left - box.w) / 2, y: row + 10};
  const place = (list, y) => {
    const w = Math.min(box.w, (left - gap) / Math.max(1, list.length) - gap);
    return list.map((name, i) => ({name, y, w, x: (left - list.length * (w + gap) + gap) / 2 + i * (w + gap)}));
  };
  const above = place(shownSupers, 10), below = place(shownSubs, 2 * row + 10);
  const related = shownRelations.map(({property, target}, i) => ({name: target, property, w: box.w, x: whole - box.w - 4, y: 14 + i * (box.h + gap)}));
  const node = ({name, x, y, w}, kind = '') => svg(`a${kind}`, {href: classPlace(id, name.iri)}, svg('title', {}, name.label), svg('rect', {x, y, width: w, height: box.h, rx: 6}),
    svg('text', {x: x + w / 2, y: y + 17, 'text-anchor': 'middle'}, clip(name.label, w - (kind ? 32 : 12))));
  const edge = (x1, y1, x2, y2, kind = 'is-a') => svg(`path.${kind}`, {d: `M${x1},${y1} C${x1},${(y1 + y2) / 2} ${x2},${(y1 + y2) / 2} ${x2},${y2}`});
  const own = {name: {iri, label}, ...middle, w: box.w};
  return el('figure.graph', {}, el('div.scroll', {}, svg('svg', {viewBox: `0 0 ${whole} ${height}`, width: whole, role: 'group', 'aria-label': `${label} in the hierarchy`},
    above.map(n => edge(n.x + n.w / 2, n.y + box.h, own.x + box.w / 2, own.y)),
    below.map(n => edge(own.x + box.w / 2, own.y + box.h, n.x + n.w / 2, n.y)),
    related.map(n => svg('path.relation', {d: `M${own.x + box.w},${own.y + box.h / 2} C${own.x + box.w + 60},${own.y + box.h / 2} ${n.x - 60},${n.y + box.h / 2} ${n.x},${n.y + box.h / 2}`})),
    related.map(n => svg('text.property', {x: n.x - 6, y: n.y + box.h / 2 - 4, 'text-anchor': 'end'}, clip(n.property.label, 150))),
    above.map(n => node(n)), below.map(n => node(n)), related.map(n => node(n)), node(own, '.own'))),
  el('figcaption', {}, [supers.length > most && `${count(supers.length - most)} more superclasses`, subsTotal > shownSubs.length && `${count(subsTotal - shownSubs.length)} more subclasses`,
    relations.length > shownRelations.length && `${count(relations.length - shownRelations.length)} more relations`].filter(Boolean).join(', ')));
}

/** The approximate width of a letter in pixels. */
const letter = 7;

/** Shortens a text to a width of pixels. */
const clip = (text, pixels) => text.length * letter > pixels ? text.slice(0, Math.max(3, Math.floor(pixels / letter) - 1)) + '…' : text;
