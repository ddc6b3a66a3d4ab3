import { isVoiceFilterId, type VoiceFilterId } from '../../../packages/voice/src/filter-ids.ts';
import { Mp3Error } from '../../../packages/voice/src/mp3-error.ts';
import { PEAK_COUNT, PEAK_MAX } from '../../../packages/voice/src/peaks.ts';
import { readMp3Format } from '../../../packages/voice/src/read-mp3-format.ts';
import { WavError } from '../../../packages/voice/src/wav-error.ts';
import { readWavFormat } from '../../../packages/voice/src/wav-format.ts';
import { CLIP_MIME_TYPES } from '../../../packages/domain/src/clip-path.ts';
import {
  CLIP_MAX_SECONDS,
  MESSAGE_CLIP_MAX_BYTES,
  VOICE_DROP_MIN_SECONDS,
} from '../../../packages/domain/src/limits.ts';
import { readBody } from '../_shared/read-body.ts';
import { RequestError } from '../_shared/request-error.ts';

/** A clip that was sent for a message. */
export interface SentClip {
  readonly id: string;
  /** A type of `CLIP_MIME_TYPES`. */
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** As measured here, seconds. */
  readonly duration: number;
  readonly waveform: readonly number[];
  readonly filter: VoiceFilterId;
}

/** What the form has besides the clip: fields and boundaries. */
const FORM_BYTES = 64 * 1024;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const invalid = (message: string, cause?: unknown) =>
  new RequestError(400, 'invalid_request', message, { cause });

/** Reads a form with `id`, `filter`, `waveform` (JSON) and `audio`. @throws {RequestError} */
export async function readClip(request: Request): Promise<SentClip> {
  const form = await readForm(request);
  const [id, filter, audio] = ['id', 'filter', 'audio'].map((name) => form.get(name));
  if (typeof id !== 'string' || !UUID.test(id)) throw invalid('id must be a UUID.');
  if (!isVoiceFilterId(filter)) throw invalid('filter is not the id of a voice filter.');
  if (!(audio instanceof Blob)) throw invalid('audio must be a file.');
  const waveform = readWaveform(form.get('waveform'));
  const type = audio.type.split(';', 1)[0] ?? '';
  if (!CLIP_MIME_TYPES.includes(type)) {
    throw new RequestError(415, 'unsupported_type', 'A clip is an MP3 or a WAV file.');
  }
  if (audio.size > MESSAGE_CLIP_MAX_BYTES) {
    throw new RequestError(413, 'body_too_large', 'A clip has 6 MB at most.');
  }
  const bytes = new Uint8Array(await audio.arrayBuffer());
  return { id: id.toLowerCase(), type, bytes, duration: measure(bytes, type), waveform, filter };
}

async function readForm(request: Request): Promise<FormData> {
  const body = await readBody(request, MESSAGE_CLIP_MAX_BYTES + FORM_BYTES);
  const headers = { 'content-type': request.headers.get('content-type') ?? '' };
  return new Response(body, { headers }).formData().catch((cause: unknown) => {
    throw invalid('The body is not a whole form.', cause);
  });
}

function readWaveform(field: unknown): number[] {
  let peaks: unknown;
  try {
    peaks = JSON.parse(String(field));
  } catch {
    // Refused below.
  }
  const isPeak = (peak: unknown) =>
    Number.isInteger(peak) && Number(peak) >= 0 && Number(peak) <= PEAK_MAX;
  if (!Array.isArray(peaks) || peaks.length !== PEAK_COUNT || !peaks.every(isPeak)) {
    throw invalid(`waveform must have ${PEAK_COUNT} whole numbers from 0 to ${PEAK_MAX}.`);
  }
  return peaks.map(Number);
}

/** The length of a clip, seconds. Hosted Supabase does not measure what is uploaded. */
function measure(bytes: Uint8Array, type: string): number {
  const duration = readDuration(bytes, type);
  if (duration < VOICE_DROP_MIN_SECONDS) {
    throw new RequestError(422, 'clip_too_short', 'The clip is too short.');
  }
  if (duration > CLIP_MAX_SECONDS) {
    throw new RequestError(422, 'clip_too_long', 'A clip may be 60 seconds long.');
  }
  return duration;
}

function readDuration(bytes: Uint8Array, type: string): number {
  try {
    return type === 'audio/mpeg' ? readMp3Format(bytes).duration : readWavFormat(bytes).duration;
  } catch (cause) {
    if (!(cause instanceof Mp3Error || cause instanceof WavError)) throw cause;
    throw new RequestError(422, 'unreadable_clip', 'The file is not of its type.', { cause });
  }
}
