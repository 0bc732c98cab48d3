// Views of the page as URL fragments: #/o/ID/class/IRI.

/** @typedef {{id?: string, view: string, arg?: string}} Route */

/**
 * Parses a fragment. An invalid one gives the list of ontologies.
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
    return part; // an invalid percent sign
  }
}

/** Returns the fragment of a view of an ontology. */
export function place(id, view = '', arg = '') {
  return ['#/o', id, view, arg && encodeURIComponent(arg)].filter(Boolean).join('/');
}

/** Returns the fragment of a class. */
export const classPlace = (id, iri) => place(id, 'class', iri);

/** Navigates to a fragment. */
export function go(fragment) {
  location.hash = fragment;
}
