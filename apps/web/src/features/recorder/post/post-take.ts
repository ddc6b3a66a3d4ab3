import type { App } from '#lib/app.ts';
import type { Clip } from '#features/recorder/take/clip.ts';
import { forgetTake } from '#features/recorder/take/discard-take.ts';
import type { Draft } from '#features/recorder/take/draft.ts';
import { postDrop } from './post-drop.ts';
import { PostError } from './post-error.ts';
import { transformedClipOptions } from '#features/recorder/mask/queries.ts';
import type { ReadyTake } from '#features/recorder/recorder-state.ts';
import { reserveUpload } from './take-upload.ts';
import { clearUp } from './upload.ts';

export interface TakePosting {
  userId: string;
  take: ReadyTake;
  draft: Draft;
}

interface PostTakeOptions {
  signal: AbortSignal;
  /** Told the share of the audio that has been sent, 0 to 1. */
  onProgress: (share: number) => void;
  /** Told what will be sent and where it will be stored, just before it is sent. */
  onClip?: (clip: Clip, path: string) => void;
}

/**
 * Posts a take with its filter and deletes it from this device. A voice that
 * could not be masked is not posted: its owner trusts the mask.
 *
 * @throws {PostError}; the take is then as it was
 */
export async function postTake(
  app: App,
  posting: TakePosting,
  options: PostTakeOptions,
): Promise<void> {
  const { userId, take, draft } = posting;
  const { client, queryClient } = app;
  const { signal, onProgress, onClip } = options;
  try {
    const clip = await unlessCancelled(chosenClip(app, take, draft), signal);
    const path = await reserveUpload(client, userId, take.id, draft.filterId);
    onClip?.(clip, path);
    await postDrop(client, { userId, clip, draft, path }, { signal, onProgress });
  } catch (cause) {
    throw cause instanceof PostError ? cause : new PostError('unexpected', { cause });
  }
  await forgetTake(queryClient, take.id);
  // Nobody waits for this: it is about other days.
  void clearUp(client);
}

/** Gives up waiting when the post is called off. The work goes on: it is of use to the next try. */
async function unlessCancelled<Result>(
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

async function chosenClip(
  { client, queryClient }: App,
  take: ReadyTake,
  { filterId }: Draft,
): Promise<Clip> {
  if (filterId === 'original') return take.clip;
  const { clip, by } = await queryClient.fetchQuery(transformedClipOptions(client, take, filterId));
  if (by === 'original') throw new PostError('unmasked');
  return clip;
}
