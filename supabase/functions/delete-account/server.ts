import { BUCKET } from '../../../packages/domain/src/object-path.ts';
import { isRecord } from '../_shared/record.ts';

/** The account that a token speaks for, as far as its deletion asks. */
export interface Account {
  readonly id: string;
  /** Whether signing in takes a second step. */
  readonly hasSecondFactor: boolean;
}

/** Objects listed and removed at once; the server takes up to a thousand. */
const PAGE = 500;

/** An answer that was neither expected nor a refusal of the caller. */
export class ServerError extends Error {
  override readonly name = 'ServerError';
}

const isVerified = (factor: unknown): boolean => isRecord(factor) && factor.status === 'verified';

/** The server's API, with the key that passes every policy. */
export class Server {
  readonly #url: string;
  readonly #key: string;

  constructor(url: string, key: string) {
    this.#url = url;
    this.#key = key;
  }

  /** The account of a bearer token; none when the token is not good. */
  async findAccount(authorization: string): Promise<Account | null> {
    const response = await this.#ask('GET', '/auth/v1/user', { authorization });
    if (response.status === 401 || response.status === 403) return null;
    const user = await this.#read(response);
    if (!isRecord(user) || typeof user.id !== 'string') throw new ServerError('no user was given');
    const factors: unknown[] = Array.isArray(user.factors) ? user.factors : [];
    return { id: user.id, hasSecondFactor: factors.some(isVerified) };
  }

  /**
   * Deletes a batch of the account's rows: its drops, comments, likes and follows, what hangs on
   * them, and with the last the profile.
   * @returns whether some are left
   */
  async deleteRows(id: string): Promise<boolean> {
    const body = { account: id };
    const isLeft = await this.#read(
      await this.#ask('POST', '/rest/v1/rpc/delete_account_rows', { body }),
    );
    if (typeof isLeft !== 'boolean') throw new ServerError('it was not said whether rows are left');
    return isLeft;
  }

  /** Accounts whose deletion was begun and cut short, the longest first. */
  async unfinishedDeletions(): Promise<string[]> {
    const ids = await this.#read(
      await this.#ask('POST', '/rest/v1/rpc/unfinished_account_deletions', { body: {} }),
    );
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  }

  /** Removes everything that the account uploaded. */
  async removeFiles(id: string): Promise<void> {
    await this.#removeAll(id, '', (name) => `${id}/${name}`);
    await this.#removeAll('avatars', id, (name) => `avatars/${name}`);
  }

  /** Deletes the account with its sessions. One that is gone already is no error. */
  async deleteAccount(id: string): Promise<void> {
    const response = await this.#ask('DELETE', `/auth/v1/admin/users/${id}`, {
      body: { should_soft_delete: false },
    });
    if (response.status !== 404) await this.#read(response);
    else await response.body?.cancel();
  }

  /** Always the first page: what was on it is gone by the time of the next. */
  async #removeAll(folder: string, search: string, pathOf: (name: string) => string) {
    for (;;) {
      const names = await this.#list(folder, search);
      if (names.length === 0) return;
      const body = { prefixes: names.map(pathOf) };
      const removed = await this.#read(
        await this.#ask('DELETE', `/storage/v1/object/${BUCKET}`, { body }),
      );
      if (!Array.isArray(removed) || removed.length === 0) {
        throw new ServerError('listed files were not removed');
      }
    }
  }

  async #list(folder: string, search: string): Promise<string[]> {
    const body = { prefix: folder, search, limit: PAGE, offset: 0 };
    const entries = await this.#read(
      await this.#ask('POST', `/storage/v1/object/list/${BUCKET}`, { body }),
    );
    if (!Array.isArray(entries)) throw new ServerError('no list of files was given');
    // A folder has no id. There are none where files are uploaded.
    return entries.flatMap((entry: unknown) =>
      isRecord(entry) && entry.id && typeof entry.name === 'string' && entry.name.startsWith(search)
        ? [entry.name]
        : [],
    );
  }

  #ask(
    method: string,
    path: string,
    { authorization = `Bearer ${this.#key}`, body }: { authorization?: string; body?: object } = {},
  ): Promise<Response> {
    return fetch(`${this.#url}${path}`, {
      method,
      headers: {
        apikey: this.#key,
        authorization,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  }

  async #read(response: Response): Promise<unknown> {
    const text = await response.text();
    if (!response.ok) {
      const { pathname } = new URL(response.url || this.#url);
      throw new ServerError(`${pathname} answered ${response.status}`);
    }
    const value: unknown = text === '' ? null : JSON.parse(text);
    return value;
  }
}
