import { isRecord } from './record.ts';
import { RequestError } from './request-error.ts';

/** An unexpected response of the server. */
export class ServerError extends Error {
  override readonly name = 'ServerError';
}

/** Codes of PostgreSQL for text that it cannot store: a zero byte, or half of a surrogate pair. */
const UNSTORABLE_TEXT = new Set(['22P02', '22P05']);

/** The server's API with the secret key, which bypasses policies. */
export class ServerApi {
  readonly #url: string;
  readonly #key: string;

  constructor(url: string, key: string) {
    this.#url = url;
    this.#key = key;
  }

  /**
   * Sends JSON and returns that of the response.
   * @throws {RequestError} for text that cannot be stored, which is the caller's
   * @throws {ServerError} for any other response that is no success
   */
  async call(method: string, path: string, body: object): Promise<unknown> {
    const headers = { 'content-type': 'application/json' };
    const response = await this.send(method, path, headers, JSON.stringify(body));
    if (response.status === 400) {
      const refusal: unknown = await response.clone().json();
      if (isRecord(refusal) && UNSTORABLE_TEXT.has(String(refusal.code))) {
        const message = 'The request has a character that cannot be stored.';
        throw new RequestError(400, 'invalid_request', message);
      }
    }
    return this.parse(response);
  }

  send(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body: BodyInit | null,
  ): Promise<Response> {
    const keys = { apikey: this.#key, authorization: `Bearer ${this.#key}` };
    return fetch(`${this.#url}${path}`, { method, headers: { ...keys, ...headers }, body });
  }

  /** @throws {ServerError} for a response that is no success */
  async parse(response: Response): Promise<unknown> {
    const text = await response.text();
    if (!response.ok) {
      const { pathname } = new URL(response.url || this.#url);
      throw new ServerError(`${pathname} answered ${response.status}`);
    }
    const value: unknown = text === '' ? null : JSON.parse(text);
    return value;
  }
}
