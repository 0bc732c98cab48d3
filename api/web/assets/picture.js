// A class with its nearest classes in the embedding.
import {el, svg} from './dom.js';
import {classLink} from './axioms.js';
import {classPlace} from './route.js';

const width = 720, height = 460, border = 30;
const letter = 6.3, line = 15; // approximate size of text of 12 pixels

/**
 * Returns the plot and a table with the same data. All points are links; labels are shown if there is space.
 * @param {string} id  the ontology's
 * @param {{class: {iri: string, label: string}, points: {iri: string, label: string, x: number, y: number, near: boolean, asserted: boolean}[]}} data
 */
export function neighbourhood(id, data) {
  const at = scale(data.points);
  const taken = data.points.map(p => ({x: at.x(p) - 6, y: at.y(p) - 6, w: 12, h: 12}));
  const own = p => p.iri === data.class.iri;
  const order = [...data.points].sort((a, b) => Number(own(b)) - Number(own(a)) || Number(b.asserted) - Number(a.asserted) || Number(b.near) - Number(a.near));
  const marks = order.map(p => {
    const x = at.x(p), y = at.y(p);
    const room = labelPlace(x, y, p.label, taken);
    const kind = own(p) ? 'own' : p.asserted ? 'asserted' : p.near ? 'near' : 'far';
    return svg(`a.${kind}${room ? '' : '.crowded'}`, {href: classPlace(id, p.iri)}, svg('title', {}, `${p.label}: ${meaning[kind]}`),
      svg('circle', {cx: x, cy: y, r: own(p) ? 7 : 5}),
      svg('text', room ? {x: room.tx, y: room.ty, 'text-anchor': room.anchor} : {x, y: y - 10, 'text-anchor': x > width / 2 ? 'end' : 'start'}, short(p.label)));
  });
  return el('figure.neighbourhood', {},
    el('div.scroll', {}, svg('svg', {viewBox: `0 0 ${width} ${height}`, role: 'group', 'aria-label': `${data.class.label} and the classes most alike to it`}, marks.reverse())),
    el('figcaption', {}, el('ul.legend', {}, Object.entries(meaning).map(([kind, text]) =>
      el('li', {}, svg(`svg.${kind}`, {viewBox: '0 0 12 12', width: 12, height: 12, 'aria-hidden': 'true'}, svg('circle', {cx: 6, cy: 6, r: 5})), ' ', text)))),
    el('details', {}, el('summary', {}, 'As a table'), el('table', {},
      el('thead', {}, el('tr', {}, ['Class', 'Nearest', 'Asserted', 'x', 'y'].map(h => el('th', {scope: 'col'}, h)))),
      el('tbody', {}, data.points.map(p => el('tr', {}, el('th', {scope: 'row'}, classLink(id, p)), el('td', {}, p.near ? 'yes' : 'no'),
        el('td', {}, p.asserted ? 'yes' : 'no'), el('td', {}, p.x.toFixed(2)), el('td', {}, p.y.toFixed(2))))))));
}

const meaning = {own: 'the class', asserted: 'an axiom relates it to the class', near: 'one of the nearest in all dimensions', far: 'others'};

/** Maps the points to the plot, with the same scale on both axes. */
function scale(points) {
  const xs = points.map(p => p.x), ys = points.map(p => p.y);
  const [left, right, bottom, top] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const unit = Math.min((width - 2 * border) / (right - left || 1), (height - 2 * border) / (top - bottom || 1));
  return {
    x: p => width / 2 + (p.x - (left + right) / 2) * unit,
    y: p => height / 2 - (p.y - (bottom + top) / 2) * unit,
  };
}

const short = label => label.length > 34 ? label.slice(0, 32) + '…' : label;

/** Returns and reserves a position for a label next to its point, or undefined without space; then it is shown on hover. */
function labelPlace(x, y, label, taken) {
  const w = short(label).length * letter;
  const choices = [
    {tx: x + 9, ty: y + 4, anchor: 'start', box: {x: x + 8, y: y - 7, w, h: line}},
    {tx: x - 9, ty: y + 4, anchor: 'end', box: {x: x - 8 - w, y: y - 7, w, h: line}},
    {tx: x, ty: y - 10, anchor: 'middle', box: {x: x - w / 2, y: y - 22, w, h: line}},
    {tx: x, ty: y + 20, anchor: 'middle', box: {x: x - w / 2, y: y + 8, w, h: line}},
  ];
  const free = choices.find(({box}) => box.x > 0 && box.x + box.w < width && box.y > 0 && box.y + box.h < height && !taken.some(t => meet(t, box)));
  if (free) taken.push(free.box);
  return free;
}

const meet = (a, b) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
