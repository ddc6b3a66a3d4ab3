import { SIGNED_MESSAGE_CLIPS_MAX } from '../../../packages/domain/src/limits.ts';
import type { Callers } from '../_shared/callers.ts';
import { respondWithCors } from '../_shared/cors.ts';
import { isServer } from '../_shared/is-server.ts';
import { readBody } from '../_shared/read-body.ts';
import { isRecord, type UnknownRecord } from '../_shared/record.ts';
import { removeMessageClips } from '../_shared/remove-message-clips.ts';
import { RequestError } from '../_shared/request-error.ts';
import { ServerError, type ServerApi } from '../_shared/server-api.ts';
import type { ClipStore } from './clip-store.ts';
import { readClip } from './read-clip.ts';

const JSON_BYTES = 16 * 1024;

export interface MessageClipsFunction {
  readonly callers: Callers;
  readonly clips: ClipStore;
  readonly server: ServerApi;
  /** The api key of the server, with which the database calls. */
  readonly secretKey: string;
}

const RULES = {
  method: 'POST',
  wrongMethod: 'Send clips, and ask for their URLs, with POST.',
  bodyOf: ({ code, message }: RequestError) => ({ code, message }),
} as const;

/**
 * Stores, signs and removes the clips of messages, whose objects no account can access.
 *
 * - `POST` of a form with `id`, `filter`, `waveform` and `audio` stores a clip of the caller, once for an id, and
 *   responds with `{duration}`, seconds.
 * - `POST {messages: [ids]}` responds with `{urls: {id: url}}` for those whose clip the caller may play.
 * - `POST {sweep: true}` with the secret key as `apikey` removes the objects that are not used any more.
 */
export function handle(
  request: Request,
  { callers, clips, server, secretKey }: MessageClipsFunction,
): Promise<Response> {
  return respondWithCors(request, RULES, async (headers) => {
    const respond = (body: object) => Response.json(body, { headers });
    try {
      if (await isServer(request, secretKey)) {
        const { sweep } = await readJson(request);
        if (sweep !== true) throw new RequestError(400, 'invalid_request', 'Send {sweep: true}.');
        await removeMessageClips(server);
        return new Response(null, { status: 204, headers });
      }
      const caller = await callers.require(request);
      if (request.headers.get('content-type')?.startsWith('multipart/form-data')) {
        const clip = await readClip(request);
        await clips.store(caller, clip);
        return respond({ duration: clip.duration });
      }
      return respond({ urls: await clips.sign(caller, messagesOf(await readJson(request))) });
    } catch (cause) {
      if (!(cause instanceof ServerError)) throw cause;
      console.error(`message-clips: ${cause.message}`);
      throw new RequestError(503, 'unavailable', 'The server did not respond. Please try again.', {
        cause,
      });
    }
  });
}

async function readJson(request: Request): Promise<UnknownRecord> {
  const body = new TextDecoder().decode(await readBody(request, JSON_BYTES));
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch (cause) {
    throw new RequestError(400, 'invalid_json', 'The body is not JSON.', { cause });
  }
  return isRecord(value) ? value : {};
}

function messagesOf({ messages }: UnknownRecord): string[] {
  const ids = Array.isArray(messages) ? messages.filter((id) => typeof id === 'string') : [];
  if (ids.length === 0 || ids.length > SIGNED_MESSAGE_CLIPS_MAX) {
    throw new RequestError(
      400,
      'invalid_request',
      `messages must be the ids of 1 to ${SIGNED_MESSAGE_CLIPS_MAX} messages.`,
    );
  }
  return ids;
}
