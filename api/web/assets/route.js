// Places in the page, as fragments of its address: #/o/ID/class/IRI.

/** @typedef {{id?: string, view: string, arg?: string}} Route */

/**
 * Reads a fragment. What is no place leads to the list of ontologies.
 * @param {string} hash
 * @returns {Route}
 */
export function parse(hash) {
  const parts = hash.replace(/^#\/?/, '').split('/').map(decode);
  if (parts[0] !== 'o' || !/^[a-z0-9]{1,40}$/.test(parts[1] ?? '')) return {view: 'ontologies'};
  return {id: parts[1], view: parts[2] || 'class', arg: parts[3]};
}

function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a stray percent sign
  }
}

/** The fragment of a view of an ontology. */
export function place(id, view = '', arg = '') {
  return ['#/o', id, view, arg && encodeURIComponent(arg)].filter(Boolean).join('/');
}

/** The fragment of a class. */
export const classPlace = (id, iri) => place(id, 'class', iri);

/** Goes to a place. */
export function go(fragment) {
  location.hash = fragment;
}
