import type { Caller } from './callers.ts';
import { isRecord } from './record.ts';
import { RequestError } from './request-error.ts';

/** Codes of what the database refuses by its own words. */
const REFUSALS: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  403: 'forbidden',
  409: 'conflict',
  429: 'too_many_clips',
};

/** The server's procedures, as the account that calls a function. The database has the rules. */
export class CallerApi {
  readonly #url: string;
  readonly #publishableKey: string;

  constructor(url: string, publishableKey: string) {
    this.#url = `${url}/rest/v1/rpc`;
    this.#publishableKey = publishableKey;
  }

  /** @throws {RequestError} with the database's reason, or `unavailable` */
  async call({ authorization }: Caller, name: string, parameters: object): Promise<unknown> {
    const response = await fetch(`${this.#url}/${name}`, {
      method: 'POST',
      headers: {
        apikey: this.#publishableKey,
        authorization,
        'content-type': 'application/json',
      },
      body: JSON.stringify(parameters),
    });
    const text = await response.text();
    if (response.ok) return text === '' ? null : (JSON.parse(text) as unknown);
    const code = REFUSALS[response.status];
    const reason: unknown = code === undefined ? null : JSON.parse(text);
    if (code === undefined || !isRecord(reason) || typeof reason.message !== 'string') {
      throw new RequestError(503, 'unavailable', 'The server did not respond. Please try again.');
    }
    throw new RequestError(response.status, code, reason.message);
  }
}
