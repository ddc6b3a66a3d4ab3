import { readWavFormat } from '../../../packages/voice/src/wav-format.ts';
import { filterWav } from '../../../packages/voice/src/filter-wav.ts';
import { isVoiceFilterId, type VoiceFilterId } from '../../../packages/voice/src/filter-ids.ts';
import { WavError } from '../../../packages/voice/src/wav-error.ts';
import { decodeBase64, encodeBase64 } from './base64.ts';
import { respondWithCors } from '../_shared/cors.ts';
import { readBody } from '../_shared/read-body.ts';
import { isRecord, type UnknownRecord } from '../_shared/record.ts';
import { RequestError } from '../_shared/request-error.ts';

/** The longest clip, seconds: the recorder stops at 60, and its last chunk may be a little longer. */
export const MAX_SECONDS = 62;

/**
 * The largest body: the longest clip as the recorder sends it (mono, 16 bits, 44.1 kHz, 7.3 MB of
 * base64), with room for a higher rate.
 */
export const MAX_BODY_BYTES = 10 * 1024 * 1024;

const RULES = {
  method: 'POST',
  wrongMethod: 'Send the clip with POST.',
  bodyOf: ({ code, message }: RequestError) => ({ success: false, error: message, code }),
} as const;

/**
 * Masks the voice in a clip.
 *
 * The request is `POST {audioData, filterId}`, with a WAV file as base64 and the id of a voice filter.
 * The response is `{success: true, audioData, mimeType}` with the result in the same form, or
 * `{success: false, error, code}` with the status of the `RequestError`.
 *
 * Veil draws a new synthetic voice for each request, so that the same clip comes back in another voice.
 *
 * @param admit checks and counts the caller, and throws a `RequestError` to refuse it
 */
export function handle(request: Request, admit: () => Promise<void>): Promise<Response> {
  return respondWithCors(request, RULES, async (headers) => {
    await admit();
    const { audio, filter } = await readRequest(request);
    const audioData = encodeBase64(transform(audio, filter));
    return Response.json({ success: true, audioData, mimeType: 'audio/wav' }, { headers });
  });
}

async function readRequest(
  request: Request,
): Promise<{ audio: Uint8Array; filter: VoiceFilterId }> {
  const { audioData, filterId } = parseObject(await readBody(request, MAX_BODY_BYTES));
  if (!isVoiceFilterId(filterId)) {
    throw new RequestError(400, 'unknown_filter', 'filterId is not the id of a voice filter.');
  }
  if (typeof audioData !== 'string') {
    throw new RequestError(400, 'invalid_request', 'audioData must be a WAV file as base64.');
  }
  return { audio: decodeAudio(audioData), filter: filterId };
}

function parseObject(body: Uint8Array): UnknownRecord {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(body));
  } catch (cause) {
    throw new RequestError(400, 'invalid_json', 'The body is not JSON.', { cause });
  }
  if (!isRecord(value)) {
    throw new RequestError(400, 'invalid_request', 'The body must be {audioData, filterId}.');
  }
  return value;
}

function decodeAudio(audioData: string): Uint8Array {
  try {
    return decodeBase64(audioData);
  } catch (cause) {
    throw new RequestError(400, 'invalid_base64', 'audioData is not base64.', { cause });
  }
}

function transform(audio: Uint8Array, filter: VoiceFilterId): Uint8Array {
  try {
    const { duration } = readWavFormat(audio);
    if (duration > MAX_SECONDS) {
      throw new RequestError(422, 'clip_too_long', 'A clip may be 60 seconds long.');
    }
    return filterWav(audio, filter, { random: drawRandom() });
  } catch (cause) {
    if (cause instanceof WavError) throw refusedWav(cause);
    throw cause;
  }
}

/** 128 random bits seed Veil's synthetic voice. They are neither returned nor stored. */
const drawRandom = (): Uint32Array => crypto.getRandomValues(new Uint32Array(4));

const WAV_ERROR_CODES = {
  'not-wav': 'not_wav',
  malformed: 'malformed_wav',
  unsupported: 'unsupported_wav',
} as const;

function refusedWav(cause: WavError): RequestError {
  return new RequestError(422, WAV_ERROR_CODES[cause.code], cause.message, { cause });
}
