import type { Logger } from 'pino';
import type { Database } from '../../database/database.ts';
import { defaultLimits, type CallLimits } from './limits.ts';
import { sendCall, type Call, type CallResult, type CallTargets } from './send-call.ts';

export interface CallsOptions {
  readonly database: Pick<Database, 'admin' | 'listen'>;
  readonly targets: CallTargets;
  readonly log: Logger;
  readonly limits?: Partial<CallLimits>;
}

/** Sends the requests of `net.http_request_queue` and stores their responses, each at most once. */
export class OutgoingCalls {
  readonly #options: CallsOptions;
  readonly #limits: CallLimits;
  readonly #active = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #ended = { answered: 0, failed: 0 };
  #isStopped = false;
  #taking: Promise<void> | null = null;
  #isAskedAgain = false;

  constructor(options: CallsOptions) {
    this.#options = options;
    this.#limits = { ...defaultLimits, ...options.limits };
  }

  /** Requests under way, and those that have ended since the start, for /metrics. */
  get counts(): Readonly<Record<string, number>> {
    return { active: this.#active.size, ...this.#ended };
  }

  /** Sends what is in the queue. Called for each notification, which may come while the queue is read. */
  sendQueued(): void {
    if (this.#isStopped) return;
    this.#isAskedAgain = true;
    this.#taking ??= this.#takeUntilEmpty()
      .catch((err: unknown) => this.#options.log.error({ err }, 'outgoing calls cannot be read'))
      .finally(() => {
        this.#taking = null;
        if (this.#isAskedAgain) this.sendQueued();
      });
  }

  async deleteOldResponses(): Promise<object | null> {
    const { count } = await this.#options.database.admin`
      delete from net._http_response where created < now() - ${this.#limits.responseAge}::interval`;
    return count > 0 ? { responses: count } : null;
  }

  /** Waits for the requests that are under way, and aborts those that take too long. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const timer = setTimeout(() => this.#stopping.abort(), this.#limits.stopTime);
    await this.#taking;
    await Promise.all(this.#active);
    clearTimeout(timer);
  }

  async #takeUntilEmpty(): Promise<void> {
    while (this.#isAskedAgain && !this.#isStopped) {
      this.#isAskedAgain = false;
      const free = this.#limits.active - this.#active.size;
      if (free === 0) return;
      const calls = await this.#options.database.admin<Call[]>`
        delete from net.http_request_queue where id in (
          select id from net.http_request_queue order by id limit ${free} for update skip locked
        )
        returning id, method, url, headers, body, timeout_milliseconds as timeout`;
      for (const call of calls) this.#start(call);
    }
  }

  #start(call: Call): void {
    const running = this.#send(call)
      .catch((err: unknown) => this.#options.log.error({ err }, 'a response was not stored'))
      .finally(() => {
        this.#active.delete(running);
        // There may be more than could be under way at once.
        this.sendQueued();
      });
    this.#active.add(running);
  }

  async #send(call: Call): Promise<void> {
    const { targets, log } = this.#options;
    const result = await sendCall(call, targets, this.#limits, this.#stopping.signal);
    this.#ended[result.error === null ? 'answered' : 'failed'] += 1;
    if (result.error !== null) log.warn({ call: call.id, error: result.error }, 'a call failed');
    await this.#store(call.id, result);
  }

  async #store(id: string, result: CallResult): Promise<void> {
    const { status, contentType, headers, content, isTimedOut, error } = result;
    await this.#options.database.admin`
      insert into net._http_response
        (id, status_code, content_type, headers, content, timed_out, error_msg)
      values (${id}, ${status}, ${contentType}, ${headers && JSON.stringify(headers)}::jsonb,
        ${content}, ${isTimedOut}, ${error})`;
  }
}
