import { stat } from 'node:fs/promises';
import { functionSlots } from '../../config/admission.ts';
import type { Client } from '../../identity/client.ts';
import { ConcurrencyLimit } from '../../lib/concurrency-limit.ts';
import { errors } from './errors.ts';
import { FunctionThread, type ThreadOptions } from './function-thread.ts';
import type { FunctionRequest } from './worker/messages.ts';

/** Computes a text that changes when one of the files does. */
const fingerprint = async (files: readonly string[]): Promise<string> => {
  const times = files.map(async (file) => {
    const { mtimeMs, size } = await stat(file);
    return `${mtimeMs}:${size}`;
  });
  // A missing file counts as a change.
  return (await Promise.all(times).catch(() => ['missing'])).join();
};

interface ReadyThread {
  readonly thread: FunctionThread;
  readonly files: readonly string[];
  readonly source: string;
}

interface IdleThread {
  readonly ready: ReadyThread;
  /** Ends the thread after `idleTime`. */
  readonly retirement: NodeJS.Timeout;
}

/** The threads of one function: started when needed, and kept until their source changes. */
export class FunctionPool {
  readonly #options: ThreadOptions;
  readonly #turns: ConcurrencyLimit;
  readonly #threads = new Set<FunctionThread>();
  readonly #idle: IdleThread[] = [];

  constructor(options: ThreadOptions) {
    this.#options = options;
    const { threads, waiting, waitTimeout } = options.limits;
    this.#turns = new ConcurrencyLimit(functionSlots(threads, waiting, waitTimeout));
  }

  /**
   * Checks the number of waiting requests of the client and of all clients.
   * @throws {RequestError} 429 or 503 when it exceeds the limit
   */
  admit(client: Client): void {
    this.#turns.check(client);
  }

  /**
   * Runs the function when it is the client's turn.
   * @throws {RequestError} 429 or 503 when there are too many waiting requests
   * @throws {FunctionError} BOOT_ERROR, WORKER_ERROR, WORKER_LIMIT, IDLE_TIMEOUT, CANCELLED
   */
  async run(request: FunctionRequest, client: Client, signal: AbortSignal): Promise<Response> {
    await this.#turns.acquire(client);
    let ready: ReadyThread;
    try {
      if (signal.aborted) throw errors.cancelled();
      ready = (await this.#reuse()) ?? (await this.#start());
    } catch (error) {
      this.#turns.release(client);
      throw error;
    }
    const { response, done } = ready.thread.call(request, signal);
    void this.#releaseAfter(done, ready, client);
    return response;
  }

  /** The number of threads, of busy threads, and of requests that wait for a thread. */
  get load(): { threads: number; busy: number; waiting: number } {
    const threads = this.#threads.size;
    return { threads, busy: threads - this.#idle.length, waiting: this.#turns.load.waiting };
  }

  /** Ends every thread. */
  async stop(): Promise<void> {
    await Promise.all([...this.#threads].map((thread) => thread.stop()));
  }

  async #releaseAfter(done: Promise<void>, ready: ReadyThread, client: Client): Promise<void> {
    await done;
    if (ready.thread.isAlive) this.#keep(ready);
    else this.#threads.delete(ready.thread);
    this.#turns.release(client);
  }

  /** Keeps an idle thread for a limited time, since its heap does not shrink. */
  #keep(ready: ReadyThread): void {
    const retirement = setTimeout(() => {
      this.#idle.splice(this.#idle.indexOf(idle), 1);
      this.#threads.delete(ready.thread);
      void ready.thread.stop();
    }, this.#options.limits.idleTime);
    const idle = { ready, retirement: retirement.unref() };
    this.#idle.push(idle);
  }

  async #reuse(): Promise<ReadyThread | null> {
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      const { ready, retirement } = idle;
      clearTimeout(retirement);
      const isCurrent = (await fingerprint(ready.files)) === ready.source;
      if (isCurrent && ready.thread.isAlive) return ready;
      this.#threads.delete(ready.thread);
      await ready.thread.stop();
    }
    return null;
  }

  async #start(): Promise<ReadyThread> {
    const thread = new FunctionThread(this.#options);
    this.#threads.add(thread);
    try {
      const files = await thread.files;
      return { thread, files, source: await fingerprint(files) };
    } catch (error) {
      this.#threads.delete(thread);
      throw error;
    }
  }
}
