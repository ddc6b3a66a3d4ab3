import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { errors, type FunctionError } from './errors.ts';
import type { FunctionLimits } from './limits.ts';
import type { FromWorker, FunctionRequest, ToWorker, WorkerData } from './worker/messages.ts';
import { codeOf } from '../../lib/error-code.ts';

export interface ThreadOptions {
  /** Absolute path of the function's index.ts. */
  readonly entry: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly limits: FunctionLimits;
  readonly log: Logger;
}

/** A response and the end of its request. */
export interface Call {
  readonly response: Promise<Response>;
  /** Resolves when the thread is free for the next request, or has ended. */
  readonly done: Promise<void>;
}

interface Exchange {
  readonly respond: (response: Response) => void;
  readonly fail: (error: FunctionError) => void;
  readonly finish: () => void;
  readonly deadline: NodeJS.Timeout;
  readonly watch: NodeJS.Timeout;
  body: ReadableStreamDefaultController<Uint8Array> | null;
  /** Resolves the pull that waits for a chunk. */
  pulled: () => void;
}

/** The interval at which the size of a busy thread's buffers is checked, ms. V8 does not limit it. */
const watchInterval = 100;

/** The folder in which Node keeps what it compiles, if it does. A thread has a cache only if its environment names it. */
const compileCache = (): Record<string, string> => {
  const { NODE_COMPILE_CACHE } = process.env;
  return NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
};

const isOutOfMemory = (error: unknown): boolean => codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY';

/** A worker thread that runs one function, isolated from others, one request at a time. */
export class FunctionThread {
  readonly #worker: Worker;
  readonly #limits: FunctionLimits;
  readonly #log: Logger;
  readonly #ready = Promise.withResolvers<readonly string[]>();
  #alive = true;
  /** The reason why the thread is being ended, if it is known before the thread exits. */
  #cause: FunctionError | null = null;
  #exchange: Exchange | null = null;

  constructor({ entry, environment, limits, log }: ThreadOptions) {
    this.#limits = limits;
    this.#log = log;
    this.#worker = new Worker(new URL('./worker/main.ts', import.meta.url), {
      workerData: { entry } satisfies WorkerData,
      env: { ...environment, ...compileCache() },
      argv: [],
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMb },
    });
    const boot = setTimeout(() => {
      this.#end(errors.bootError(new Error('the function did not start in time')));
    }, limits.bootTime);
    this.#ready.promise.then(
      () => clearTimeout(boot),
      () => clearTimeout(boot),
    );
    this.#worker.on('message', (message: FromWorker) => this.#receive(message));
    this.#worker.on('error', (error: unknown) => {
      this.#cause ??= isOutOfMemory(error) ? errors.workerLimit(error) : errors.workerError(error);
    });
    this.#worker.on('exit', (exitCode) => this.#exited(exitCode));
    this.#forward(this.#worker.stdout, 'info');
    this.#forward(this.#worker.stderr, 'warn');
  }

  get isAlive(): boolean {
    return this.#alive;
  }

  /**
   * Resolves with the source files of the function once it has started.
   * @throws {FunctionError} BOOT_ERROR
   */
  get files(): Promise<readonly string[]> {
    return this.#ready.promise;
  }

  /**
   * Runs a request in the thread, and transfers its body to the thread.
   * @param signal aborts when the client has disconnected
   */
  call(request: FunctionRequest, signal: AbortSignal): Call {
    const response = Promise.withResolvers<Response>();
    const done = Promise.withResolvers<void>();
    const before = this.#worker.performance.eventLoopUtilization();
    const abort = () => this.#post({ kind: 'abort' });
    signal.addEventListener('abort', abort);
    this.#exchange = {
      respond: response.resolve,
      fail: response.reject,
      finish: () => {
        signal.removeEventListener('abort', abort);
        done.resolve();
      },
      deadline: setTimeout(() => {
        const { utilization } = this.#worker.performance.eventLoopUtilization(before);
        // A function that computed most of the time has exceeded its CPU time; any other has waited.
        this.#end(utilization > 0.5 ? errors.workerLimit() : errors.idleTimeout());
      }, this.#limits.duration),
      watch: setInterval(() => void this.#checkBuffers(), watchInterval),
      body: null,
      pulled: () => undefined,
    };
    this.#post({ kind: 'request', request }, request.body ? [request.body] : []);
    // The client may have left while the thread was found.
    if (signal.aborted) abort();
    return { response: response.promise, done: done.promise };
  }

  /** Ends the thread, whatever it is doing. */
  async stop(): Promise<void> {
    await this.#worker.terminate();
  }

  #post(message: ToWorker, transferred: ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, transferred);
  }

  #end(cause: FunctionError): void {
    this.#cause ??= cause;
    void this.#worker.terminate();
  }

  /** Checks the size of the thread's buffers, also while it computes: V8 interrupts it for statistics. */
  async #checkBuffers(): Promise<void> {
    const statistics = await this.#worker.getHeapStatistics().catch(() => null);
    const size = statistics?.external_memory ?? 0;
    if (size > this.#limits.buffersMb * 1024 * 1024) {
      this.#end(errors.workerLimit(new Error(`its buffers have grown to ${size} bytes`)));
    }
  }

  #receive(message: FromWorker): void {
    if (message.kind === 'ready') {
      this.#ready.resolve(message.files);
      return;
    }
    const exchange = this.#exchange;
    if (!exchange) return;
    switch (message.kind) {
      case 'response': {
        const { status, statusText, headers, hasBody } = message;
        const body = hasBody ? this.#createBody(exchange) : null;
        const list = headers.map(([name, value]): [string, string] => [name, value]);
        exchange.respond(new Response(body, { status, statusText, headers: list }));
        break;
      }
      case 'chunk':
        exchange.body?.enqueue(message.bytes);
        exchange.pulled();
        break;
      case 'end':
        this.#finish(message.failure === null ? null : errors.workerError(message.failure));
        break;
    }
  }

  #createBody(exchange: Exchange): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          exchange.body = controller;
        },
        pull: () =>
          new Promise<void>((resolve) => {
            exchange.pulled = resolve;
            this.#post({ kind: 'pull' });
          }),
        cancel: () => {
          exchange.body = null;
          this.#post({ kind: 'abort' });
        },
      },
      { highWaterMark: 0 },
    );
  }

  #finish(error: FunctionError | null): void {
    const exchange = this.#exchange;
    if (!exchange) return;
    this.#exchange = null;
    clearTimeout(exchange.deadline);
    clearInterval(exchange.watch);
    if (error) {
      this.#log.error({ cause: error.cause, code: error.code }, 'function failed');
      exchange.fail(error);
      exchange.body?.error(error);
    } else {
      exchange.fail(errors.cancelled());
      exchange.body?.close();
    }
    exchange.pulled();
    exchange.finish();
  }

  #exited(exitCode: number): void {
    this.#alive = false;
    const cause = this.#cause ?? errors.workerError(new Error(`exited with ${exitCode}`));
    const isBoot = cause.code === 'WORKER_ERROR';
    this.#ready.reject(isBoot ? errors.bootError(cause.cause) : cause);
    this.#finish(cause);
  }

  #forward(output: NodeJS.ReadableStream, level: 'info' | 'warn'): void {
    createInterface({ input: output }).on('line', (line) => this.#log[level](line));
  }
}
