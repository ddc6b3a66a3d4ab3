import { MESSAGES_BUCKET } from '../../../packages/domain/src/object-path.ts';
import { AUDIO_URL_SECONDS } from '../../../packages/domain/src/signed-urls.ts';
import type { CallerApi } from '../_shared/caller-api.ts';
import type { Caller } from '../_shared/callers.ts';
import { isRecord } from '../_shared/record.ts';
import { RequestError } from '../_shared/request-error.ts';
import { ServerError, type ServerApi } from '../_shared/server-api.ts';
import type { SentClip } from './read-clip.ts';

/** The rows of an answer. @throws {ServerError} if there are none */
const rowsOf = (answer: unknown) => {
  if (!Array.isArray(answer)) throw new ServerError('the response has no rows');
  return answer.filter(isRecord);
};

/** The clips of messages: rows that the database admits for a caller, and objects that only the server reads and writes. */
export class ClipStore {
  readonly #database: CallerApi;
  readonly #server: ServerApi;

  constructor(database: CallerApi, server: ServerApi) {
    this.#database = database;
    this.#server = server;
  }

  /** Stores a clip once, however often it is sent. @throws {RequestError} if it is refused */
  async store(caller: Caller, clip: SentClip): Promise<void> {
    const { id, type, bytes, duration, waveform, filter } = clip;
    const parameters = { clip: id, type, size: bytes.length, duration, waveform, filter };
    const [begun] = rowsOf(await this.#database.call(caller, 'begin_message_clip', parameters));
    if (typeof begun?.name !== 'string') throw new ServerError('the response has no name');
    if (begun.is_stored === true) return;
    const headers = { 'content-type': type, 'cache-control': 'max-age=3600', 'x-upsert': 'false' };
    const path = `/storage/v1/object/${MESSAGES_BUCKET}/${begun.name}`;
    const response = await this.#server.send('POST', path, headers, bytes);
    if (response.ok) {
      await response.body?.cancel();
      return;
    }
    const refusal: unknown = await response.json().catch(() => null);
    const status = Number((isRecord(refusal) && refusal.statusCode) || response.status);
    // Another request has stored the same clip meanwhile.
    if (status === 409) return;
    if (status >= 500) throw new ServerError(`storage answered ${status}`);
    throw new RequestError(422, 'unreadable_clip', 'The file cannot be stored as a clip.');
  }

  /**
   * Signs the clips of messages that the caller may play now. The URLs are relative to the API, and work for anybody
   * for ten minutes.
   * @returns the URLs by the messages' ids
   */
  async sign(caller: Caller, messages: readonly string[]): Promise<Record<string, string>> {
    const answer = await this.#database.call(caller, 'playable_message_clips', { messages });
    const playable = rowsOf(answer);
    if (playable.length === 0) return {};
    const body = { expiresIn: AUDIO_URL_SECONDS, paths: playable.map(({ name }) => name) };
    const signed = rowsOf(
      await this.#server.call('POST', `/storage/v1/object/sign/${MESSAGES_BUCKET}`, body),
    );
    const urls = new Map(signed.map(({ path, signedURL }) => [path, signedURL]));
    return Object.fromEntries(
      playable.flatMap(({ message, name }) => {
        const url = urls.get(name);
        return typeof url === 'string' ? [[String(message), `/storage/v1${url}`]] : [];
      }),
    );
  }
}
