import { BUCKET } from '../../../packages/domain/src/object-path.ts';
import { isRecord } from '../_shared/record.ts';
import { removeMessageClips } from '../_shared/remove-message-clips.ts';
import { ServerError, type ServerApi } from '../_shared/server-api.ts';

/** How many objects are listed and removed in one request; the server accepts up to a thousand. */
const PAGE_SIZE = 500;

/** The account is that of the last admin, which is not deleted. */
export class LastAdminError extends ServerError {}

/** What deleting accounts takes of the server. */
export class Server {
  readonly #api: ServerApi;

  constructor(api: ServerApi) {
    this.#api = api;
  }

  /**
   * Deletes a batch of the account's rows: its drops, comments, likes and follows with their dependent
   * rows, and last the profile.
   * @returns whether rows are left
   * @throws {LastAdminError}
   */
  async deleteRows(id: string): Promise<boolean> {
    const response = await this.#api.send(
      'POST',
      '/rest/v1/rpc/delete_account_rows',
      { 'content-type': 'application/json' },
      JSON.stringify({ account: id }),
    );
    if (response.status === 409) throw new LastAdminError('the account is the last admin’s');
    const isLeft = await this.#api.parse(response);
    if (typeof isLeft !== 'boolean')
      throw new ServerError('the response does not say whether rows are left');
    return isLeft;
  }

  /** Lists accounts whose deletion was interrupted, the oldest first. */
  async unfinishedDeletions(): Promise<string[]> {
    const ids = await this.#api.call('POST', '/rest/v1/rpc/unfinished_account_deletions', {});
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  }

  /** Removes everything that the account uploaded, except what messages and evidence of reports still use. */
  async removeFiles(id: string): Promise<void> {
    await this.#removeAll(id, '', (name) => `${id}/${name}`);
    await this.#removeAll('avatars', id, (name) => `avatars/${name}`);
    await removeMessageClips(this.#api);
  }

  /** Deletes the account with its sessions. An account that does not exist any more is no error. */
  async deleteAccount(id: string): Promise<void> {
    const response = await this.#api.send(
      'DELETE',
      `/auth/v1/admin/users/${id}`,
      { 'content-type': 'application/json' },
      JSON.stringify({ should_soft_delete: false }),
    );
    if (response.status !== 404) await this.#api.parse(response);
    else await response.body?.cancel();
  }

  /** Removes page after page, always the first one, since removed files are no longer listed. */
  async #removeAll(folder: string, search: string, pathOf: (name: string) => string) {
    for (;;) {
      const names = await this.#list(folder, search);
      if (names.length === 0) return;
      const body = { prefixes: names.map(pathOf) };
      const removed = await this.#api.call('DELETE', `/storage/v1/object/${BUCKET}`, body);
      if (!Array.isArray(removed) || removed.length === 0) {
        throw new ServerError('listed files were not removed');
      }
    }
  }

  async #list(folder: string, search: string): Promise<string[]> {
    const body = { prefix: folder, search, limit: PAGE_SIZE, offset: 0 };
    const entries = await this.#api.call('POST', `/storage/v1/object/list/${BUCKET}`, body);
    if (!Array.isArray(entries)) throw new ServerError('the response has no list of files');
    // A folder has no id.
    return entries.flatMap((entry: unknown) =>
      isRecord(entry) && entry.id && typeof entry.name === 'string' && entry.name.startsWith(search)
        ? [entry.name]
        : [],
    );
  }
}
