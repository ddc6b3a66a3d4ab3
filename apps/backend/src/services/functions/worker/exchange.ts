import type { Handler } from './deno.ts';
import type { FromWorker, FunctionRequest } from './messages.ts';

const describe = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/** A request and its response inside the thread. */
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

  /** Calls the function and posts the head of its response. */
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
        throw new TypeError('The function did not return a valid Response');
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

  /** Posts the next chunk of the response's body. */
  async pull(): Promise<void> {
    try {
      const chunk = await this.#body?.read();
      if (this.#ended) return;
      if (!chunk || chunk.done) this.#end();
      // The chunk is copied and not transferred, since the function may still use it.
      else this.#post({ kind: 'chunk', bytes: new Uint8Array(chunk.value) });
    } catch (error) {
      this.#end(error);
    }
  }

  /** Notifies the function that the client has disconnected. */
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
