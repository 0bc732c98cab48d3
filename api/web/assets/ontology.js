// An open ontology: its state, jobs, edits and decisions.
import {ended, follow, get, post, request, stream, Unreachable} from './api.js';
import {announce, plural, settings} from './dom.js';

/** The operations that are decisions, as words. */
export const decisions = {accept: 'accepted', reject: 'rejected', defer: 'deferred'};

/** All operations, as words. */
export const operationWords = {...decisions, edit: 'edited', undo: 'undone', replace: 'document uploaded'};

/** The names of the kinds of jobs. */
export const jobNames = {classification: 'Classification', training: 'Training', run: 'Review run', report: 'Report'};

/**
 * An ontology on the server. It dispatches `status` when its state changes, `content` when its axioms change, `decided` (detail: Operation) for
 * each operation of any client and, without a detail, if there may have been others, and `job` (detail: Job), `progress` and `loss` (detail: the id of the job) while its jobs run.
 */
export class Ontology extends EventTarget {
  /** @type {import('./api.js').Status} */ status;
  /** @type {Map<string, import('./api.js').Job>} by id, the latest first */ jobs = new Map();
  /** @type {Map<string, import('./api.js').LossPoint[]>} by job */ losses = new Map();
  /** @type {{id: string, axioms: string[], total: number}[][]} the operations of each decision in this window, the latest last */ done = [];
  /** @type {Set<string>} the ids of operations of this window */ own = new Set();
  replacing = false; // the edits and decisions are not applied yet to the new document
  #signal;
  #provenance; // the last answer, and for whom
  #deciding; // until the server has answered to each decision of this window
  /** @type {Map<string, string>} the last operation heard of each axiom */ #last = new Map();
  #newest = ''; // the last operation of all

  /** @param {import('./api.js').Status} status @param {AbortSignal} signal  ends when the ontology is closed */
  constructor(status, signal) {
    super();
    this.status = status;
    this.#signal = signal;
  }

  /** Opens an ontology and follows its jobs. */
  static async open(id, signal) {
    const ontology = new Ontology(await get(`/ontologies/${id}`, {}, signal), signal);
    const {items} = await get('/jobs', {ontology: id, limit: 50}, signal);
    for (const job of items) {
      ontology.jobs.set(job.id, job);
      if (!ended(job)) ontology.#follow(job);
    }
    ontology.#listen();
    return ontology;
  }

  /** Hears of what other clients do. Operations while the stream is closed have no event of their own. */
  #listen() {
    const hear = ({ontology, operation}) => {
      if (ontology) this.take({...ontology, breaches: this.status.breaches});
      if (!operation) return;
      this.#tell(operation);
      this.refresh().catch(() => {}); // tells the breaches
    };
    const open = async () => {
      const {items: [newest]} = await get(this.path + '/operations', {limit: 1}, this.#signal);
      if (!newest || newest.id === this.#newest) return;
      this.#newest = newest.id;
      this.done = []; // any of them may be undone
      this.#say('decided');
      await this.refresh();
    };
    stream(`${this.path}/events`, {operation: hear, revision: hear, status: hear, open: () => open().catch(() => {}), error: () => this.refresh().catch(() => {})}, this.#signal); // an error: the server or the session has ended
  }

  /** Tells of an operation, without the axioms that a later one is about: the answer to an operation may come after the event of the next one. IDs begin with the time. */
  #tell(operation) {
    const axioms = operation.axioms.filter(({axiom}) => !(this.#last.get(axiom) > operation.id));
    for (const {axiom} of axioms) this.#last.set(axiom, operation.id);
    if (operation.id > this.#newest) this.#newest = operation.id;
    if (operation.undoes) this.#forget(operation);
    this.#say('decided', {...operation, axioms});
  }

  get id() { return this.status.id; }
  get path() { return `/ontologies/${this.id}`; }
  get classified() { return this.status.reasoner.state === 'ready'; }
  get suggests() { return ['ready', 'stale'].includes(this.status.suggestions.state); }

  /** The jobs that have not ended. */
  get working() { return [...this.jobs.values()].filter(job => !ended(job)); }

  /** The latest job of a kind, in a state if one is named. */
  latest(kind, state) { return [...this.jobs.values()].find(job => job.kind === kind && (!state || job.state === state)); }

  #say(type, detail) { this.dispatchEvent(new CustomEvent(type, {detail})); }

  /** Sets the state returned by the server. */
  take(status) {
    const previous = this.status;
    this.status = {languages: previous.languages, ...status};
    if (previous.revision !== status.revision) this.#say('content');
    this.#say('status');
  }

  async refresh() { this.take(await get(this.path, {}, this.#signal)); }

  /** Returns the model card. */
  model() { return get(this.path + '/model', {}, this.#signal); }

  /** Returns the annotations that accepted axioms get; `again` asks the server again. */
  provenance(again = false) {
    const who = settings.get('who');
    if (again || this.#provenance?.who !== who) {
      this.#provenance = {who, answer: get(this.path + '/provenance', {who}, this.#signal)};
      this.#provenance.answer.catch(() => { this.#provenance = undefined; });
    }
    return this.#provenance.answer;
  }

  async setProvenance(write) {
    const answer = request('PUT', this.path + '/provenance', {body: {write, who: settings.get('who')}, signal: this.#signal});
    await answer;
    this.#provenance = {who: settings.get('who'), answer};
    return answer;
  }

  // --- Jobs

  /** Starts a job: `classify`, `trainings`, `runs`, `reports`. */
  async start(what, body) {
    const job = await request('POST', `${this.path}/${what}`, {body, signal: this.#signal});
    this.jobs = new Map([[job.id, job], ...this.jobs]);
    this.#say('job', job);
    announce(`${jobNames[job.kind]} has begun.`);
    if (!ended(job)) this.#follow(job);
    else await this.refresh();
    return job;
  }

  async cancel(job) { this.#note(await request('DELETE', `/jobs/${job.id}`)); }

  #follow(job) {
    follow(job.id, {
      job: j => this.#note(j),
      progress: p => {
        this.jobs.get(job.id).progress = p;
        this.#say('progress', job.id);
      },
      loss: p => this.#lose(job.id, p),
    }, this.#signal);
  }

  #lose(id, point) {
    const points = this.losses.get(id) ?? [];
    this.losses.set(id, points);
    if (!points.some(p => p.step === point.step)) { // repeated after a reconnect
      points.push(point);
      this.#say('loss', id);
    }
  }

  #note(job) {
    const previous = this.jobs.get(job.id);
    this.jobs.set(job.id, {...previous, ...job});
    this.#say('job', job);
    if (!ended(job) || ended(previous ?? {state: ''})) return;
    announce(`${jobNames[job.kind]}: ${job.state}.${job.error ? ' ' + job.error : ''}`);
    this.refresh().catch(() => {});
  }

  // --- Decisions

  /**
   * Decides about axioms: the server records it and edits its copy in one transaction.
   * @param {import('./api.js').Action} action
   * @param {{axiom: string, probability?: number, verdict?: string, comment?: string, replaces?: string[]}[]} items
   * @param {{force?: boolean, alsoEdit?: boolean, run?: number}} [options]  run: the suggestion run that showed them
   * @throws {Problem} `contradiction`, with what contradicts; `asserted`: say whether to remove it as well
   */
  async decide(action, items, options = {}) {
    const decided = this.#decide(action, items, options);
    this.#deciding = Promise.allSettled([this.#deciding, decided]);
    return decided;
  }

  /** @returns {Promise<any[]>} */
  async #decide(action, items, /** @type {any} */ {force = false, alsoEdit, run}) {
    const operations = [], kind = (/** @type {any} */ {comment, replaces = []}) => JSON.stringify([comment || undefined, ...action === 'accept' ? replaces : []]); // those of an operation are the same
    for (const key of new Set(items.map(kind))) {
      const these = items.filter(item => kind(item) === key), {comment, replaces} = these[0];
      const shown = these.map(({probability, verdict}) => ({probability, verdict}));
      const {operation, stillEntailed = []} = await this.#operate({operation: action, axioms: these.map(item => item.axiom), shown, run, comment: comment || undefined, alsoEdit, ...(force && {force}), ...(action === 'accept' && {replaces})});
      operations.push({id: operation.id, axioms: these.map(item => item.axiom), total: these.length, stillEntailed});
    }
    this.done.push(operations);
    return operations;
  }

  /** Adds axioms that are not suggestions. @throws {Error} if the ontology has all of them */
  async edit(add) {
    const {operation} = await this.#operate({operation: 'edit', add});
    if (!operation) throw new Error('The ontology already has it.');
    return operation;
  }

  /** Undoes the last decision in this window or, after a reload, of this page and person; returns its axioms, none if there is no decision. */
  async undo() {
    await this.#deciding;
    const operations = this.done.at(-1) ?? await this.#lastOperation();
    const undone = [];
    for (const {id, axioms, total} of operations) {
      if (axioms.length) undone.push(...(await this.undoOperation(id, axioms, total)).axioms);
    }
    return undone;
  }

  /** Returns the operations that added (+) or removed (−) axioms, by sign and axiom. */
  async edits() {
    const edits = new Map();
    for (const o of await this.#operations()) {
      for (const a of o.axioms) {
        const key = {added: '+', removed: '−'}[a.edit] + (a.edited ?? a.axiom);
        if (!o.undone && !a.undone && o.operation !== 'undo' && !edits.has(key)) edits.set(key, {...o, shown: a});
      }
    }
    return edits;
  }

  async #lastOperation() {
    const own = (await this.#operations()).find(o => o.operation in decisions && !o.undone && o.client === 'page' && (o.who ?? '') === settings.get('who'));
    return own ? [{id: own.id, axioms: own.axioms.filter(a => !a.undone).map(a => a.axiom), total: own.axioms.length}] : [];
  }

  /** Returns all current decisions, of any client. */
  currentDecisions() { return this.#all('/decisions', {current: true}); }

  /** Undoes the current decision about axioms, of any client. */
  async undoAxioms(axioms) {
    const wanted = new Set(axioms);
    for (const o of await this.#operations()) {
      const part = o.operation in decisions ? o.axioms.filter(a => !a.undone && wanted.has(a.axiom)).map(a => a.axiom) : [];
      if (part.length) await this.undoOperation(o.id, part, o.axioms.length);
      part.forEach(axiom => wanted.delete(axiom));
    }
  }

  #operations() { return this.#all('/operations'); }

  /** Returns all pages of a list. @returns {Promise<any[]>} */
  async #all(path, query = {}) {
    const items = [];
    let page;
    do {
      page = await get(this.path + path, {...query, limit: 1000, cursor: page?.next}, this.#signal);
      items.push(...page.items);
    } while (page.next);
    return items;
  }

  /** Undoes an operation with its edits and those that it replaced, or the part of it that is about some axioms of a total. */
  async undoOperation(id, axioms = undefined, total = 0) {
    const {operation} = await this.#operate({operation: 'undo', undoes: id, axioms: axioms?.length < total ? axioms : undefined});
    announce(`Undone: ${plural(operation.axioms.length, 'axiom')}.`);
    return operation;
  }

  /** Removes the axioms of an undo from the decisions that can be undone. */
  #forget({undoes, axioms}) {
    const gone = new Set(axioms.map(a => a.axiom));
    for (const o of this.done.flat()) if (o.id === undoes) o.axioms = o.axioms.filter(axiom => !gone.has(axiom));
    this.done = this.done.filter(operations => operations.some(o => o.axioms.length));
  }

  async #operate(what) {
    const body = {...what, client: 'page', ...(settings.get('who') && {who: settings.get('who')})};
    const headers = {'Idempotency-Key': randomKey()};
    const send = () => post(`${this.path}/operations`, body, this.#signal, headers);
    let done;
    try {
      done = await send();
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      await new Promise(resolve => setTimeout(resolve, 700));
      done = await send(); // with the same key it is recorded once
    }
    if (done.operation) this.own.add(done.operation.id); // absent if an edit changes nothing
    this.take(done.ontology);
    if (done.operation) this.#tell(done.operation);
    return done;
  }

  /** Removes axioms; an operation, which can be undone. */
  async remove(axioms) {
    await this.#operate({operation: 'edit', remove: axioms});
    this.#say('decided');
  }

  /**
   * Replaces the document. again: applies the edits of the present one and the accepted axioms again.
   * @param {() => Promise<any>} send
   * @throws {Error} if the new document has another class under the IRI of one that was added; the rest is done
   */
  async replace(send, again = true) {
    this.replacing = again;
    try {
      await this.#replace(send, again);
    } finally {
      this.replacing = false;
      this.#say('status');
    }
  }

  async #replace(send, again) {
    const edits = again ? await this.#present() : [], taken = [];
    this.take(await send());
    for (const edit of edits) {
      const [, iri] = /^\+Declaration\(Class\(<(.*)>\)\)$/.exec(edit) ?? [];
      const there = iri && await get(`${this.path}/classes/${encodeURIComponent(iri)}`, {}, this.#signal).catch(() => undefined);
      if (there && !edits.some(e => e.includes(`<${iri}> ${JSON.stringify(there.label)}`))) taken.push(there);
    }
    const free = axiom => !taken.some(({iri}) => axiom.includes(`<${iri}>`)), of = sign => edits.filter(e => e[0] === sign && free(e)).map(e => e.slice(1));
    if (edits.some(free)) await this.#operate({operation: 'edit', add: of('+'), remove: of('−')});
    if (again) await this.mend((await get(this.path + '/breaches', {}, this.#signal)).items.filter(({action, axiom}) => action === 'accept' && free(axiom)), true);
    this.#say('decided');
    if (!this.classified) await this.start('classify');
    if (taken.length) throw new Error(taken.map(({id, iri, label}) => `${id ?? iri} is “${label}” in the new version, so what was added under it is not applied.`).join(' '));
  }

  /** Returns the edits in the present difference, by sign and axiom, but for accepted axioms. */
  async #present() {
    const [{subjects}, edits] = await Promise.all([post(`${this.path}/diff`, undefined, this.#signal), this.edits()]);
    const signed = (sign, axioms) => axioms.map(a => sign + a.axiom);
    return subjects.flatMap(({added, removed, changed}) => [...signed('+', [...added, ...changed.map(c => c.after)]), ...signed('−', [...removed, ...changed.map(c => c.before)])])
      .filter(edit => edits.has(edit) && (edit[0] === '−' || edits.get(edit).operation === 'edit'));
  }

  /** Applies decisions that the ontology does not agree with, or undoes them. */
  async mend(breaches, apply) {
    const decided = new Map(apply && breaches.length ? (await this.currentDecisions()).map(d => [d.axiom, d]) : []);
    for (const {axiom, action, operation} of breaches) {
      const {comment, probability, verdict} = decided.get(axiom) ?? {};
      if (apply) await this.#operate({operation: action, axioms: [axiom], shown: [{probability, verdict}], comment, alsoEdit: true});
      else await this.#operate({operation: 'undo', undoes: operation, axioms: [axiom]});
    }
  }
}

// randomKey does not use crypto.randomUUID, which is missing on plain HTTP from another machine.
const randomKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), b => b.toString(16).padStart(2, '0')).join('');
