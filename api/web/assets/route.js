// Views of the page as URL fragments: #/o/ID/class/IRI, #/o/ID/review?scope=IRI.

/** @typedef {{id?: string, view: string, arg?: string, query?: Record<string, string>}} Route */

/**
 * Parses a fragment. An invalid one gives the list of ontologies.
 * @param {string} hash
 * @returns {Route}
 */
export function parse(hash) {
  const [path, query] = hash.replace(/^#\/?/, '').split(/\?(.*)/s);
  const parts = path.split('/').map(decode);
  if (parts[0] !== 'o' || !/^[a-z0-9]{1,40}$/.test(parts[1] ?? '')) return {view: 'ontologies'};
  return {id: parts[1], view: parts[2] || 'review', arg: parts[3], query: query ? Object.fromEntries(new URLSearchParams(query)) : undefined};
}

function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // an invalid percent sign
  }
}

/** Returns the fragment of a view of an ontology. Empty values of the query are omitted. */
export function place(id, view = '', arg = '', query = {}) {
  const params = new URLSearchParams(Object.entries(query).filter(([, value]) => value));
  return ['#/o', id, view, arg && encodeURIComponent(arg)].filter(Boolean).join('/') + (params.size ? '?' + params : '');
}

/** Returns the fragment of the suggestions for a class. */
export const reviewPlace = (id, iri) => place(id, 'review', '', {scope: iri});

/** Returns the fragment of a class. */
export const classPlace = (id, iri) => place(id, 'class', iri);

/** Navigates to a fragment. */
export function go(fragment) {
  location.hash = fragment;
}
