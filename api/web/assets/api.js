// Requests to the server by its contract (api/openapi.yaml), and the events of its jobs.

import {sentence, settings} from './dom.js';

/**
 * @typedef {{iri: string, label: string, id?: string}} Name
 * @typedef {{axiom: string, manchester: string, hypothetical?: boolean}} Axiom
 * @typedef {{inconsistent: boolean, unsatisfiable: Name[], inexact?: boolean}} Conflict
 * @typedef {'accept' | 'reject' | 'defer' | 'revert'} Action
 * @typedef {'new' | 'contradicts' | 'entailed'} Verdict
 * @typedef {{kind: string, text: string, axioms?: Axiom[]}} Reason
 * @typedef {'likely' | 'possible' | 'speculative'} Tier
 * @typedef {{kind: string, for: boolean, sentence: string, template: string, entities?: Name[]}} Evidence
 * @typedef {{axiom: string, manchester: string, decision?: Action}} Member
 * @typedef {{id: string, rule: Evidence, subjects: Name[], axioms: Member[]}} Group
 * @typedef {{axiom: string, hash: string, manchester: string, subject: Name, form: string, property?: Name, target: Name, tier: Tier, evidence: Evidence[], rejectedBy?: {check: string, sentence: string}[],
 *   group?: Group, from?: Name[], probability?: number, rank: number, verdict: Verdict, exact?: boolean, outside?: {axioms: number, first: Axiom}, conflict?: Conflict, why: Reason[], impliedBy?: string, unseen?: boolean, replaces?: string[], replaced?: Axiom[],
 *   decision?: Action, comment?: string, run?: number, change?: '+' | '−', operation?: any}} Suggestion  with a change, an axiom that was added or removed
 * @typedef {{conclusion: string, manchester: string, rule: string, premises: number[], axioms: Axiom[], supposed?: boolean}} ProofStep
 * @typedef {{entailed: boolean, goal?: Axiom, proof?: ProofStep[], justifications?: Axiom[][], complete?: boolean, note?: string}} Explanation
 * @typedef {{key: string, axiom: string, hash: string, manchester: string, action: Action, reverts?: string, current?: boolean, at: string,
 *   comment?: string, who?: string, client?: string, probability?: number, verdict?: string}} Decision
 * @typedef {{stage: string, done: number, total: number}} Progress
 * @typedef {{step: number, loss: Record<string, number>, validation?: Record<string, number>}} LossPoint
 * @typedef {{id: string, kind: string, ontology?: string, state: string, progress?: Progress, error?: string, created: string, started?: string,
 *   finished?: string, result?: Record<string, any>}} Job
 * @typedef {{id: string, name: string, iri?: string, versionIRI?: string, created: string, changed?: string,
 *   revision: number, breaches?: number, copy?: boolean, axioms: number, logicalAxioms?: number, keep?: string, languages?: string[], warnings?: string[], missingImports?: string[], unlabeled?: number,
 *   reasoner: {state: string, classes?: number, unsatisfiable?: number, outsideEL?: number},
 *   suggestions: {state: string, reason?: string, model?: {architecture: string, stale: boolean, changed: number, trainedSteps?: number}}}} Status
 * @typedef {{items: any[], next?: string, total?: number}} Page
 */

const base = '/api/v1';

/** A problem returned by the server (RFC 9457). */
export class Problem extends Error {
  /** @param {number} status @param {Record<string, any>} body */
  constructor(status, body) {
    super(sentence(body.detail || body.title || `The server answered ${status}.`));
    this.status = status;
    this.body = body;
    /** The name of the problem: `contradiction`, `other-base`… */
    this.kind = String(body.type ?? '').replace(/^urn:box2el-owl:/, '');
  }
}

/** The server does not respond. */
export class Unreachable extends Error {
  constructor() {
    super('The server does not respond.');
  }
}

/**
 * Dispatches `lost` if the server does not respond, `back` if it responds again, and `signedout` if this browser is not signed in, and `gone` (detail: Problem) if the
 * server does not have the ontology, which another window may have deleted.
 */
export const connection = new EventTarget();

let lost = false;

function noteReachable(reachable) {
  if (reachable !== lost) return;
  lost = !reachable;
  connection.dispatchEvent(new Event(lost ? 'lost' : 'back'));
}

/**
 * Sends a request and returns the JSON of the response.
 * @param {string} method
 * @param {string} path  after /api/v1
 * @param {{query?: Record<string, any>, body?: any, headers?: Record<string, string>, signal?: AbortSignal}} [options]
 * @returns {Promise<any>}
 * @throws {Problem | Unreachable | DOMException}
 */
export async function request(method, path, {query = {}, body, headers = {}, signal} = {}) {
  const init = {method, signal, headers: {Accept: 'application/json', 'X-Box2el': 'page', 'Accept-Language': settings.get('language') || '*', ...headers}};
  if (body !== undefined) {
    init.headers['Content-Type'] = 'application/json';
    init.body = JSON.stringify(body);
  }
  let response, text;
  try {
    response = await fetch(address(path, query), init);
    text = await response.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    noteReachable(false);
    throw new Unreachable();
  }
  noteReachable(true);
  return read(response.status, text);
}

/** Returns the URL of a resource, also for links. */
export function address(path, query = {}) {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') params.set(key, String(value));
  }
  return base + path + (params.size ? '?' + params : '');
}

function read(status, text) {
  let body = {};
  try {
    body = text ? JSON.parse(text) : {};
  } catch { /* not from this server, or truncated */ }
  if (status >= 200 && status < 300) return body;
  const problem = new Problem(status, body);
  if (status === 401) connection.dispatchEvent(new Event('signedout'));
  if (problem.kind === 'unknown-ontology') connection.dispatchEvent(new CustomEvent('gone', {detail: problem}));
  throw problem;
}

export const get = (path, query, signal) => request('GET', path, {query, signal});
export const post = (path, body, signal, headers) => request('POST', path, {body, signal, headers});

/**
 * Uploads files unchanged, as multipart/form-data. It uses XMLHttpRequest, because fetch does not report progress.
 * @param {string} path
 * @param {File[]} files
 * @param {(done: number, total: number) => void} progress
 * @param {AbortSignal} signal
 * @param {Record<string, any>} [query]
 * @param {{method?: string, main?: string}} [options]  main: the name of the file that is the ontology, if several could be
 * @returns {Promise<any>}
 */
export function upload(path, files, progress, signal, query = {}, {method = 'PUT', main} = {}) {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest(), body = new FormData();
    xhr.open(method, address(path, query));
    xhr.setRequestHeader('X-Box2el', 'page');
    xhr.setRequestHeader('Accept', 'application/json');
    for (const file of files) body.append(nameOfFile(file) === main ? 'document' : 'file', file, nameOfFile(file));
    xhr.upload.onprogress = event => progress(event.loaded, event.total);
    xhr.onload = () => {
      noteReachable(true);
      try {
        resolve(read(xhr.status, xhr.responseText));
      } catch (error) {
        reject(error);
      }
    };
    xhr.onerror = () => {
      noteReachable(false);
      reject(new Unreachable());
    };
    xhr.onabort = () => reject(new DOMException('Stopped.', 'AbortError'));
    signal.addEventListener('abort', () => xhr.abort());
    xhr.send(body);
  });
}

/** Returns the name of a file with its directories, if they are known. */
const nameOfFile = file => file.webkitRelativePath || file.name;

/** Returns whether a job has ended. */
export const ended = job => ['done', 'failed', 'cancelled'].includes(job.state);

/**
 * Opens a stream of events while the page is visible: a browser opens six connections to a server, and each stream has one of them.
 * @param {string} path
 * @param {Record<string, (data: any) => void>} on  by type; `open` and `error` get the source, the others the data of the event
 * @param {AbortSignal} signal
 */
export function stream(path, on, signal) {
  let source;
  const close = () => source?.close();
  const open = () => {
    if (signal.aborted) return;
    source = new EventSource(address(path));
    const own = source;
    for (const [type, f] of Object.entries(on)) own.addEventListener(type, event => f(event instanceof MessageEvent ? JSON.parse(event.data) : own));
  };
  signal.addEventListener('abort', close);
  document.addEventListener('visibilitychange', () => {
    close();
    if (!document.hidden) open();
  }, {signal});
  if (!document.hidden) open();
}

/**
 * Follows a job until it ends. The browser resumes a broken stream after the last event (Last-Event-ID). If the
 * server rejects that, the job is requested again after a delay.
 * @param {string} id
 * @param {{job?: (job: Job) => void, progress?: (p: Progress) => void, loss?: (p: LossPoint) => void}} on
 * @param {AbortSignal} signal
 */
export function follow(id, on, signal) {
  const end = new AbortController(), until = AbortSignal.any([signal, end.signal]);
  stream(`/jobs/${id}/events`, {
    progress: p => on.progress?.(p),
    loss: p => on.loss?.(p),
    job: job => {
      if (ended(job)) end.abort();
      on.job?.(job);
    },
    error: source => {
      if (source.readyState !== EventSource.CLOSED) {
        get('/health').catch(() => {}); // detects whether the server responds
        return;
      }
      end.abort();
      setTimeout(async () => {
        if (signal.aborted) return;
        try {
          const job = await get(`/jobs/${id}`, {}, signal);
          if (ended(job)) on.job?.(job);
          else follow(id, on, signal);
        } catch (error) {
          if (error instanceof Unreachable) connection.addEventListener('back', () => follow(id, on, signal), {once: true, signal});
        }
      }, 1000);
    },
  }, until);
}
