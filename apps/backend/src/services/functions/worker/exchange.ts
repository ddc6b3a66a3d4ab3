import type { Handler } from './deno.ts';
import type { FromWorker, FunctionRequest } from './messages.ts';

const describe = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/** One request and its answer inside the thread. */
export class Exchange {
  readonly #handler: Handler;
  readonly #post: (message: FromWorker) => void;
  readonly #abort = new AbortController();
  #body: ReadableStreamDefaultReader<Uint8Array> | null = null;
  #ended = false;

  constructor(handler: Handler, post: (message: FromWorker) => void) {
    this.#handler = handler;
    this.#post = post;
  }

  /** Calls the function and sends the answer's head. */
  async start({ method, url, headers, body, clientAddress }: FunctionRequest): Promise<void> {
    try {
      const request = new Request(url, {
        method,
        headers: headers.map(([name, value]): [string, string] => [name, value]),
        body,
        signal: this.#abort.signal,
      });
      const response: unknown = await this.#handler(request, {
        remoteAddr: { transport: 'tcp', hostname: clientAddress },
      });
      if (!(response instanceof Response) || response.status < 200) {
        throw new TypeError('The function returned something else than a Response');
      }
      this.#body = response.body?.getReader() ?? null;
      if (this.#abort.signal.aborted) {
        await this.#body?.cancel();
        this.#end();
        return;
      }
      this.#post({
        kind: 'response',
        status: response.status,
        statusText: response.statusText,
        headers: [...response.headers],
        hasBody: this.#body !== null,
      });
      if (!this.#body) this.#end();
    } catch (error) {
      this.#end(error);
    }
  }

  /** Sends the next piece of the answer's body. */
  async pull(): Promise<void> {
    try {
      const piece = await this.#body?.read();
      if (this.#ended) return;
      if (!piece || piece.done) this.#end();
      // Copied, not moved: the function may go on using what it has sent.
      else this.#post({ kind: 'chunk', bytes: new Uint8Array(piece.value) });
    } catch (error) {
      this.#end(error);
    }
  }

  /** Tells the function that nobody waits for its answer any more. */
  async abort(): Promise<void> {
    this.#abort.abort();
    if (!this.#body) return;
    try {
      await this.#body.cancel();
    } finally {
      this.#end();
    }
  }

  #end(error?: unknown): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#post({ kind: 'end', failure: error === undefined ? null : describe(error) });
  }
}
