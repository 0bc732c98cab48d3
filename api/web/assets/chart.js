// The losses of a training by step, as a plot and as a table.
import {count, el, put, svg} from './dom.js';

const width = 640, height = 220;
const margin = {top: 12, right: 12, bottom: 30, left: 52};
const names = {nf1: 'subclass', nf2: 'conjunction', nf3: 'restriction', nf4: 'restriction on the left', disjoint: 'disjointness', reg: 'regularization'};
const nameOf = form => names[form] ?? (form.endsWith('_neg') ? `${nameOf(form.slice(0, -4))}, negatives` : form);
const most = 400; // maximum number of points per line

/** A plot of losses by form on a logarithmic axis. */
export class LossCurve {
  element;
  #picture;
  #legend;
  #table;
  #details;
  #points = [];
  #asked = 0;

  constructor() {
    this.#picture = svg('svg', {viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': 'Loss by step'});
    this.#legend = el('ul.legend');
    this.#table = el('div.scroll', {tabindex: 0, role: 'region', 'aria-label': 'Loss by step, as a table'});
    this.#details = el('details', {ontoggle: () => this.#tabulate()}, el('summary', {}, 'As a table'), this.#table);
    this.element = el('figure.loss', {}, this.#picture, this.#legend, this.#details);
  }

  /** Shows points. It draws at most once per frame. @param {import('./api.js').LossPoint[]} points */
  show(points) {
    this.#points = points;
    if (this.#asked) return;
    this.#asked = requestAnimationFrame(() => {
      this.#asked = 0;
      this.#draw();
      this.#tabulate();
    });
  }

  get #forms() {
    return [...new Set(this.#points.flatMap(p => Object.keys(p.loss)))].sort();
  }

  #draw() {
    const points = thin(this.#points, most);
    const values = points.flatMap(p => Object.values(p.loss)).filter(v => v > 0);
    if (!values.length) return;
    const low = Math.floor(Math.log10(Math.min(...values))), high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))));
    const last = Math.max(1, points.at(-1).step);
    const x = step => margin.left + step / last * (width - margin.left - margin.right);
    const y = value => margin.top + (high - Math.log10(value)) / (high - low) * (height - margin.top - margin.bottom);
    const parts = [];
    for (let e = low; e <= high; e++) {
      parts.push(svg('line.grid', {x1: margin.left, x2: width - margin.right, y1: y(10 ** e), y2: y(10 ** e)}));
      parts.push(svg('text.tick', {x: margin.left - 8, y: y(10 ** e) + 4, 'text-anchor': 'end'}, tick(e)));
    }
    for (const step of [0, last / 2, last]) {
      parts.push(svg('text.tick', {x: x(step), y: height - 8, 'text-anchor': step === 0 ? 'start' : step === last ? 'end' : 'middle'}, count(Math.round(step))));
    }
    const forms = this.#forms;
    forms.forEach((form, i) => {
      const line = points.filter(p => p.loss[form] > 0).map(p => `${x(p.step).toFixed(1)},${y(p.loss[form]).toFixed(1)}`);
      parts.push(svg(`polyline.curve.curve-${i % 8}`, {points: line.join(' ')}));
    });
    put(this.#picture, parts);
    if (this.#legend.childElementCount !== forms.length) {
      put(this.#legend, forms.map((form, i) => el('li', {}, svg('svg', {viewBox: '0 0 24 8', width: 24, height: 8, 'aria-hidden': 'true'},
        svg(`line.curve.curve-${i % 8}`, {x1: 0, x2: 24, y1: 4, y2: 4})), ' ', nameOf(form))));
    }
  }

  #tabulate() {
    if (!this.#details.open) return;
    const forms = this.#forms;
    const rows = thin(this.#points, 25);
    put(this.#table, el('table', {},
      el('thead', {}, el('tr', {}, el('th', {scope: 'col'}, 'Step'), forms.map(form => el('th', {scope: 'col'}, nameOf(form))))),
      el('tbody', {}, rows.map(p => el('tr', {}, el('th', {scope: 'row'}, count(p.step)),
        forms.map(form => el('td', {}, p.loss[form] === undefined ? '' : p.loss[form].toPrecision(3))))))));
  }
}

/** Returns n of the points, evenly spaced, including the first and the last. */
function thin(points, n) {
  if (points.length <= n) return points;
  return Array.from({length: n}, (_, i) => points[Math.round(i * (points.length - 1) / (n - 1))]);
}

const tick = e => e >= 0 && e < 4 ? count(10 ** e) : e < 0 && e > -5 ? String(+(10 ** e).toPrecision(1)) : `1e${e}`;
