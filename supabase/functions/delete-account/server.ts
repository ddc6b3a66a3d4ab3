import { BUCKET } from '../../../packages/domain/src/object-path.ts';
import { isRecord } from '../_shared/record.ts';

/** How many objects are listed and removed in one request; the server accepts up to a thousand. */
const PAGE_SIZE = 500;

/** An unexpected response of the server. */
export class ServerError extends Error {
  override readonly name = 'ServerError';
}

/** The server's API with the secret key, which bypasses policies. */
export class Server {
  readonly #url: string;
  readonly #key: string;

  constructor(url: string, key: string) {
    this.#url = url;
    this.#key = key;
  }

  /**
   * Deletes a batch of the account's rows: its drops, comments, likes and follows with their dependent
   * rows, and last the profile.
   * @returns whether rows are left
   */
  async deleteRows(id: string): Promise<boolean> {
    const isLeft = await this.#call('POST', '/rest/v1/rpc/delete_account_rows', { account: id });
    if (typeof isLeft !== 'boolean')
      throw new ServerError('the response does not say whether rows are left');
    return isLeft;
  }

  /** Lists accounts whose deletion was interrupted, the oldest first. */
  async unfinishedDeletions(): Promise<string[]> {
    const ids = await this.#call('POST', '/rest/v1/rpc/unfinished_account_deletions', {});
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  }

  /** Removes everything that the account uploaded. */
  async removeFiles(id: string): Promise<void> {
    await this.#removeAll(id, '', (name) => `${id}/${name}`);
    await this.#removeAll('avatars', id, (name) => `avatars/${name}`);
  }

  /** Deletes the account with its sessions. An account that does not exist any more is no error. */
  async deleteAccount(id: string): Promise<void> {
    const response = await this.#request('DELETE', `/auth/v1/admin/users/${id}`, {
      body: { should_soft_delete: false },
    });
    if (response.status !== 404) await this.#parse(response);
    else await response.body?.cancel();
  }

  /** Removes page after page, always the first one, since removed files are no longer listed. */
  async #removeAll(folder: string, search: string, pathOf: (name: string) => string) {
    for (;;) {
      const names = await this.#list(folder, search);
      if (names.length === 0) return;
      const body = { prefixes: names.map(pathOf) };
      const removed = await this.#call('DELETE', `/storage/v1/object/${BUCKET}`, body);
      if (!Array.isArray(removed) || removed.length === 0) {
        throw new ServerError('listed files were not removed');
      }
    }
  }

  async #list(folder: string, search: string): Promise<string[]> {
    const body = { prefix: folder, search, limit: PAGE_SIZE, offset: 0 };
    const entries = await this.#call('POST', `/storage/v1/object/list/${BUCKET}`, body);
    if (!Array.isArray(entries)) throw new ServerError('the response has no list of files');
    // A folder has no id.
    return entries.flatMap((entry: unknown) =>
      isRecord(entry) && entry.id && typeof entry.name === 'string' && entry.name.startsWith(search)
        ? [entry.name]
        : [],
    );
  }

  async #call(method: string, path: string, body: object): Promise<unknown> {
    return this.#parse(await this.#request(method, path, { body }));
  }

  #request(method: string, path: string, { body }: { body?: object } = {}): Promise<Response> {
    return fetch(`${this.#url}${path}`, {
      method,
      headers: {
        apikey: this.#key,
        authorization: `Bearer ${this.#key}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  }

  async #parse(response: Response): Promise<unknown> {
    const text = await response.text();
    if (!response.ok) {
      const { pathname } = new URL(response.url || this.#url);
      throw new ServerError(`${pathname} answered ${response.status}`);
    }
    const value: unknown = text === '' ? null : JSON.parse(text);
    return value;
  }
}
