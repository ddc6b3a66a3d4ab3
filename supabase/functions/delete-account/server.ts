import { BUCKET } from '../../../packages/domain/src/object-path.ts';
import { removeMessageClips } from '../_shared/remove-message-clips.ts';
import { ServerError, type ServerApi } from '../_shared/server-api.ts';

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
    for (;;) {
      const names = await this.#api.call('POST', '/rest/v1/rpc/removable_files', { account: id });
      if (!Array.isArray(names)) throw new ServerError('the response has no list of files');
      if (names.length === 0) break;
      const removed = await this.#api.call('DELETE', `/storage/v1/object/${BUCKET}`, {
        prefixes: names,
      });
      if (!Array.isArray(removed) || removed.length === 0) {
        throw new ServerError('listed files were not removed');
      }
    }
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
}
