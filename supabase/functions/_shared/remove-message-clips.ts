import { MESSAGES_BUCKET } from '../../../packages/domain/src/object-path.ts';
import { ServerError, type ServerApi } from './server-api.ts';

/**
 * Removes the objects of all clips that no message and no evidence of a report uses any more.
 * @throws {ServerError} if the server fails, or keeps an object that it was asked to remove
 */
export async function removeMessageClips(api: ServerApi): Promise<void> {
  let before = new Set<unknown>();
  for (;;) {
    const names = await api.call('POST', '/rest/v1/rpc/remove_message_clips', {});
    if (!Array.isArray(names)) throw new ServerError('the response has no list of clips');
    if (names.length === 0) return;
    if (names.some((name) => before.has(name))) {
      throw new ServerError('the objects of clips were not removed');
    }
    await api.call('DELETE', `/storage/v1/object/${MESSAGES_BUCKET}`, { prefixes: names });
    before = new Set(names);
  }
}
