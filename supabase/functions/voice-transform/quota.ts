import type { Caller } from '../_shared/callers.ts';
import { isRecord } from '../_shared/record.ts';
import { RequestError } from '../_shared/request-error.ts';

/** Counts the clips that an account has masked. The database has the limit: see `act_limits`. */
export class Quota {
  readonly #url: string;
  readonly #publishableKey: string;

  constructor(url: string, publishableKey: string) {
    this.#url = `${url}/rest/v1/rpc/count_masking`;
    this.#publishableKey = publishableKey;
  }

  /** @throws {RequestError} `too_many_clips` beyond the limit, or with the database's reason */
  async consume({ authorization }: Caller): Promise<void> {
    const response = await fetch(this.#url, {
      method: 'POST',
      headers: {
        apikey: this.#publishableKey,
        authorization,
        'content-type': 'application/json',
      },
      body: '{}',
    });
    if (response.ok) {
      await response.body?.cancel();
      return;
    }
    const body: unknown = await response.json().catch(() => null);
    const reason = isRecord(body) && typeof body.message === 'string' ? body.message : '';
    if (response.status === 429) throw new RequestError(429, 'too_many_clips', reason);
    if (response.status === 403) throw new RequestError(403, 'insufficient_aal', reason);
    throw new RequestError(503, 'unavailable', 'The server did not respond. Please try again.');
  }
}
