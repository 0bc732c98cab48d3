// Elements, formats, and announcements to screen readers.

/**
 * Builds an element: `el('button.primary', {type: 'button', onclick: f}, 'Classify')`. A property that begins with `on` is a listener; `true` is an empty
 * attribute; null, undefined and false are omitted. Text is never parsed as HTML.
 * @param {string} tag  a name, and classes after dots
 * @param {Record<string, any>} [props]
 * @param {...any} children  nodes, texts and numbers, also in lists; null, undefined and false are omitted
 * @returns {any}
 */
export function el(tag, props = {}, ...children) {
  const [name, ...classes] = tag.split('.');
  return fill(document.createElement(name), classes, props, children);
}

/** Builds an SVG element; see el. */
export function svg(tag, props = {}, ...children) {
  const [name, ...classes] = tag.split('.');
  return fill(document.createElementNS('http://www.w3.org/2000/svg', name), classes, props, children);
}

const asProperty = new Set(['value', 'checked', 'indeterminate', 'disabled', 'open', 'hidden', 'selected']);

function fill(element, classes, props, children) {
  if (classes.length) element.setAttribute('class', classes.join(' '));
  for (const [key, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (asProperty.has(key)) element[key] = value;
    else element.setAttribute(key, value === true ? '' : String(value));
  }
  add(element, children);
  return element;
}

function add(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false && child !== '') element.append(child instanceof Node ? child : String(child));
  }
}

/** Replaces the children of an element. */
export function put(element, ...children) {
  element.replaceChildren();
  add(element, children);
  return element;
}

/** Replaces the children of an element unless they are equal, so that focus and opened lists remain. Listeners of equal children are not replaced. */
export function update(element, ...children) {
  const next = put(element.cloneNode(false), ...children);
  if (!next.isEqualNode(element)) element.replaceChildren(...next.childNodes);
  return element;
}

/** @param {string} text @param {() => any} onclick @param {Record<string, any>} [props] */
export function button(text, onclick, props = {}) {
  const {kind, ...rest} = props;
  return el('button' + (kind ? '.' + kind : ''), {type: 'button', onclick, ...rest}, text);
}

/** Returns a link to a view or to a file of the server. */
export const link = (href, text, props = {}) => el('a', {href, ...props}, text);

/** Returns a field with its label. */
export function field(label, input) {
  input.id ||= freshID('field');
  return el('div.field', {}, el('label', {for: input.id}, label), input);
}

/** Returns a checkbox with its label. */
export function check(label, input) {
  input.id ||= freshID('check');
  return el('div.check', {}, input, el('label', {for: input.id}, label));
}

/** Returns the number in a field, or undefined if it is empty. */
export const numberIn = input => input.value === '' ? undefined : Number(input.value);

/**
 * Shows an error, with a button to try again if `again` is given. Aborted requests are not errors.
 * @param {Element} place @param {any} error @param {() => any} [again]
 */
export function fail(place, error, again) {
  if (error.name === 'AbortError') return;
  if (error instanceof TypeError || error instanceof ReferenceError) console.error(error); // a defect of the page
  put(place, fault(error, again));
}

/**
 * Runs f and shows its error; see fail.
 * @param {Element} place @param {() => any} f @param {() => any} [again]
 */
export async function attempt(place, f, again) {
  try {
    return await f();
  } catch (error) {
    fail(place, error, again);
  }
}

/**
 * Returns a button that cannot be pressed while its action runs and after it has succeeded. Errors are shown in `place`.
 * @param {string} text @param {() => Promise<any>} f @param {Element} place @param {Record<string, any>} [props]
 */
export function act(text, f, place, props) {
  const b = button(text, async () => {
    b.disabled = true;
    try {
      await f();
      if ([b, document.body].includes(document.activeElement)) document.getElementById('main').focus({preventScroll: true}); // the button is of no use
    } catch (error) {
      b.disabled = false;
      fail(place, error);
    }
  }, props);
  return b;
}

/** Returns an error as a paragraph that screen readers announce. */
export function fault(error, again) {
  const {line, column, field = ''} = error.body ?? {}, at = [line && `line ${count(line)}`, column && `column ${count(column)}`].filter(Boolean).join(', ');
  return el('p.error', {role: 'alert'}, /\D$/.test(field) && `${field.slice(1)}: `, error.message, (line ?? 1) + (column ?? 1) > 2 && ` (${at})`, again && [' ', button('Try again', again)]);
}

let names = 0;

/** Returns a unique id for an element. */
export const freshID = (prefix = 'e') => `${prefix}-${++names}`;

const counts = new Intl.NumberFormat('en');

/** Formats 12345 as 12,345. */
export const count = n => counts.format(n);

/** Formats a count with its noun: 1 class, 2 classes. */
export const plural = (n, one, many = one + 's') => `${count(n)} ${n === 1 ? one : many}`;

/** Returns texts with separators, each apart: its direction of writing does not reorder the others. */
export const apart = (texts, separator) => texts.map((text, i) => [i > 0 && separator, el('bdi', {}, text)]);

/** Returns a text of the server, which begins in lower case, as the beginning of a sentence. */
export const sentence = text => text.replace(/^[a-z]+ /, word => word[0].toUpperCase() + word.slice(1));

/** Formats a probability as a percentage. It is 0 or 100 only if exact. */
export function percent(p) {
  const value = p * 100;
  if (value > 0 && value < 0.1) return '< 0.1%';
  if (value > 99.9 && value < 100) return '> 99.9%';
  return (value >= 10 && value <= 99 || value === 0 || value === 100 ? value.toFixed(0) : value.toFixed(1)) + '%';
}

/** Returns a `time` element. */
export function moment(iso) {
  const date = new Date(iso);
  const text = date.toLocaleString('en-GB', {dateStyle: 'medium', timeStyle: 'medium'});
  return el('time', {datetime: iso, title: iso}, text);
}

/** Announces a text to screen readers without moving the focus. */
export function announce(text) {
  const live = document.getElementById('live');
  live.textContent = '';
  setTimeout(() => { live.textContent = text; }, 50); // so that a repeated text is announced again
}

/** Returns a function that calls f delay milliseconds after its last call. */
export function debounce(delay, f) {
  let timer = 0;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => f(...args), delay);
  };
}

/** Settings that persist across windows, or as long as the page if there is no storage. */
export const settings = {
  get(key, fallback = '') {
    try { return localStorage.getItem('box2el.' + key) ?? fallback; } catch { return fallback; }
  },
  set(key, value) {
    try { localStorage.setItem('box2el.' + key, value); } catch { /* private window */ }
  },
};
