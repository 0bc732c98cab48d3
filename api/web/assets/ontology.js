// An open ontology: its state, jobs, edits and decisions.
import {ended, follow, get, post, Problem, request, Unreachable} from './api.js';
import {announce, plural, settings} from './dom.js';

/** The names of the kinds of jobs. */
export const jobNames = {classification: 'Classification', training: 'Training', mining: 'Review run', report: 'Report'};

/**
 * An ontology on the server. It dispatches `status` when its state changes, `content` when its axioms change, and `job` (detail: Job),
 * `progress` and `loss` (detail: the id of the job) while its jobs run.
 */
export class Ontology extends EventTarget {
  /** @type {import('./api.js').Status} */ status;
  /** @type {Map<string, import('./api.js').Job>} by id, the latest first */ jobs = new Map();
  /** @type {Map<string, import('./api.js').LossPoint[]>} by job */ losses = new Map();
  /** @type {{axioms: string[], added: string[], undone: () => void}[]} what undo reverts, the latest last */ done = [];
  #signal;
  #edits = Promise.resolve(); // one edit at a time, because each needs the hash after the previous one

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
    ontology.#wait();
    return ontology;
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
    this.status = status;
    if (previous.hashes.content !== status.hashes.content) this.#say('content');
    this.#say('status');
    this.#wait();
  }

  async refresh() { this.take(await get(this.path, {}, this.#signal)); }

  /** Requests the state repeatedly while the server prepares something outside of jobs. */
  #wait() {
    const {reasoner, suggestions} = this.status;
    if (this.working.length || (reasoner.state !== 'classifying' && suggestions.state !== 'preparing')) return;
    setTimeout(() => { if (!this.#signal.aborted) this.refresh().catch(() => {}); }, 700);
  }

  // --- Jobs

  /** Starts a job: `classify`, `trainings`, `minings`, `reports`. */
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

  /** Reads the losses of a training that has ended, which the server repeats. */
  recall(job) {
    if (this.losses.has(job.id)) return;
    this.losses.set(job.id, []);
    follow(job.id, {loss: p => this.#lose(job.id, p)}, this.#signal);
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
    if (job.state === 'queued' && this.losses.has(job.id)) this.losses.set(job.id, []); // a restarted server sends them again
    this.#say('job', job);
    if (!ended(job) || ended(previous ?? {state: ''})) return;
    announce(`${jobNames[job.kind]}: ${job.state}.${job.error ? ' ' + job.error : ''}`);
    this.refresh().catch(() => {});
  }

  // --- Edits and decisions

  /**
   * Edits the server's copy. If another client edited it meanwhile, the edit is repeated on the new state.
   * @returns {Promise<boolean>} whether it changed
   */
  edit(change) {
    const run = async () => {
      for (let tries = 0; ; tries++) {
        const before = this.status.hashes.content;
        try {
          this.take(await request('PATCH', this.path, {body: {baseHash: before, ...change}, signal: this.#signal}));
          return this.status.hashes.content !== before;
        } catch (error) {
          if (!(error instanceof Problem) || error.kind !== 'other-base' || tries === 3) throw error;
          await this.refresh();
        }
      }
    };
    const result = this.#edits.then(run);
    this.#edits = result.then(() => {}, () => {});
    return result;
  }

  /**
   * Records decisions and then adds accepted axioms to the server's copy.
   * @param {import('./api.js').Action} action
   * @param {{axiom: string, probability?: number, verdict?: string, comment?: string}[]} items
   * @param {{force?: boolean, undone?: () => void}} [options]  undone is called after an undo
   * @throws {Problem} `contradiction`, with the conflicting axioms
   */
  async decide(action, items, {force = false, undone = () => {}} = {}) {
    const decisions = items.map(({axiom, probability, verdict, comment}) => ({axiom, action, probability, verdict, comment: comment || undefined}));
    await this.#record(decisions, force);
    const entry = {axioms: items.map(item => item.axiom), added: [], undone};
    this.done.push(entry);
    if (action === 'accept') {
      // An entailed axiom may be asserted; undo must not remove it.
      const sure = items.filter(item => item.verdict !== 'entailed').map(item => item.axiom);
      const unsure = items.filter(item => item.verdict === 'entailed').map(item => [item.axiom]);
      for (const add of [sure, ...unsure]) {
        if (add.length && await this.edit({add})) entry.added.push(...add);
      }
    }
    const verb = {accept: 'accepted', reject: 'rejected', defer: 'deferred'}[action];
    announce(`${plural(items.length, 'suggestion')} ${verb}.`);
    this.#say('decided');
    return entry;
  }

  /** Undoes the last decision of this window, or the given one; false if there is none. */
  async undo(entry = this.done.at(-1)) {
    if (!entry) return false;
    await this.revert(entry.axioms, entry.added);
    this.done = this.done.filter(e => e !== entry);
    entry.undone();
    return true;
  }

  /** Reverts the decisions on axioms, and removes from the server's copy the axioms that they added. */
  async revert(axioms, added) {
    await this.#record(axioms.map(axiom => ({axiom, action: 'revert'})), false);
    if (added.length) await this.edit({remove: added});
    announce(`Undone: ${plural(axioms.length, 'decision')}.`);
    this.#say('decided');
  }

  async #record(decisions, force) {
    const body = {decisions, client: 'page', ...(force && {force}), ...(settings.get('who') && {who: settings.get('who')})};
    const headers = {'Idempotency-Key': randomKey()};
    try {
      return await post(`${this.path}/decisions`, body, this.#signal, headers);
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      await new Promise(resolve => setTimeout(resolve, 700));
      return post(`${this.path}/decisions`, body, this.#signal, headers); // idempotent by its key
    }
  }
}

// randomKey does not use crypto.randomUUID, which is missing on plain HTTP from another machine.
const randomKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), b => b.toString(16).padStart(2, '0')).join('');
