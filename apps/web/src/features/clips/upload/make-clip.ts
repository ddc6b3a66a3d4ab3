import type { VoiceFilterId } from '@undertone/domain/voice-filter';
import { postedClipOptions } from '#features/clips/mask/queries.ts';
import type { VoiceFile } from '#features/clips/mask/voice-job.ts';
import type { ReadyTake } from '#features/clips/recorder/recorder-state.ts';
import { storePostedClip } from '#features/clips/take/take-store.ts';
import type { App } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import { PostError } from './post-error.ts';

/**
 * Makes the clip that is sent of a take: masked, levelled and encoded. Rejects as soon as the signal aborts. The work
 * itself continues, because the next attempt needs its result.
 *
 * @param maxSeconds how long the clip may last; slow filters lengthen it
 * @throws {PostError} `unmasked` when the filter could not be applied, because the take's owner relies on it
 */
export function makeClip(
  app: App,
  take: ReadyTake,
  { filterId, maxSeconds }: { filterId: VoiceFilterId; maxSeconds: number },
  signal: AbortSignal,
): Promise<VoiceFile> {
  const make = async () => {
    const { client, queryClient } = app;
    const { clip, by } = await queryClient.fetchQuery(postedClipOptions(client, take, filterId));
    if (by === 'original') throw new PostError('unmasked');
    if (clip.duration > maxSeconds) throw new PostError('too-long');
    if (filterId === 'veil') await storeClip(take.id, filterId, clip);
    return clip;
  };
  return unlessCancelled(make(), signal);
}

/** Rejects as soon as the signal aborts; the work itself continues. */
export async function unlessCancelled<Result>(
  work: Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const cancelled = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () =>
      reject(new PostError('cancelled', { cause: signal.reason })),
    );
  });
  return Promise.race([work, cancelled]);
}

/**
 * Stores a clip with its take until the take is posted. Made again after a reload, it would have another
 * voice than the one its owner has listened to.
 */
async function storeClip(
  takeId: string,
  filterId: VoiceFilterId,
  { audio, duration, peaks }: VoiceFile,
): Promise<void> {
  try {
    const bytes = await audio.arrayBuffer();
    await storePostedClip(takeId, { filterId, bytes, type: audio.type, duration, peaks });
  } catch (cause) {
    logFailure('The clip of a take could not be stored.', cause);
  }
}
