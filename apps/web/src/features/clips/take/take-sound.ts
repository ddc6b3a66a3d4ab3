import { logFailure } from '#lib/log.ts';
import { decodeRecording, DecodeError } from '#features/clips/capture/decode.ts';
import { asClip, runVoiceJob } from '#features/clips/mask/run-voice-job.ts';
import { spansOf, UNEDITED, type EditHistory } from './take-edits.ts';
import { readSegments, type Take } from './take-store.ts';
import type { Clip } from './take.ts';

/** The clip that is computed from the segments of a take and its edits. */
export interface TakeSound {
  /** The recorded segments; null for one without audio that can be decoded. */
  segments: readonly (Clip | null)[];
  history: EditHistory;
  /** The edited clip. */
  clip: Clip;
  /** Distinguishes the clip from those of other edits of the take. */
  revision: string;
}

/** The sound of a take that is not edited. */
export const soundOf = (clip: Clip): TakeSound => ({
  segments: [clip],
  history: UNEDITED,
  clip,
  revision: '',
});

/**
 * Computes the edited clip.
 *
 * @throws {DecodeError} when nothing is left of the segments
 */
export async function editSound(
  segments: readonly (Clip | null)[],
  history: EditHistory,
  signal?: AbortSignal,
): Promise<TakeSound> {
  const spans = spansOf(
    segments.map((segment) => segment?.duration ?? 0),
    history,
  );
  const [only] = spans;
  const first = only && segments[only.segment];
  if (!first) throw new DecodeError('Nothing is left of the recording.');
  const isWhole = spans.length === 1 && only.start === 0 && only.end === first.duration;
  const revision = history.applied === 0 ? '' : JSON.stringify(spans);
  if (isWhole) return { segments, history, clip: first, revision };
  const parts = spans.flatMap(({ segment, start, end }) => {
    const wav = segments[segment]?.wav;
    return wav ? [{ wav, start, end }] : [];
  });
  return {
    segments,
    history,
    clip: asClip(await runVoiceJob({ kind: 'join', parts }, signal)),
    revision,
  };
}

/**
 * Decodes the segments of a stored take, and applies its edits. A segment that cannot be decoded is left out.
 *
 * @throws {DecodeError} when none can be decoded
 */
export async function readSound(
  { history = UNEDITED }: Pick<Take, 'history'>,
  recordings: readonly Blob[],
  signal?: AbortSignal,
): Promise<TakeSound> {
  const segments = await Promise.all(
    recordings.map(async (recording) => {
      try {
        return await decodeRecording(recording, signal);
      } catch (cause) {
        if (!(cause instanceof DecodeError) || recordings.length === 1) throw cause;
        logFailure('A part of a recording could not be decoded.', cause);
        return null;
      }
    }),
  );
  return editSound(segments, history, signal);
}

/** Reads a take's recording from this device, and applies its edits. @throws {DecodeError} */
export async function readStoredSound(take: Take, signal?: AbortSignal): Promise<TakeSound> {
  return readSound(take, await readSegments(take), signal);
}
