import type { App } from '#lib/app.ts';
import type { MaskedPost } from '#features/clips/mask/queries.ts';
import { recorderKeys } from '#features/clips/mask/recorder-keys.ts';
import { readStoredSound } from '#features/clips/take/take-sound.ts';
import type { Take } from '#features/clips/take/take-store.ts';
import { dropDraftOf } from '#features/recorder/drop-draft.ts';
import { showPost } from './show-post.ts';

/**
 * Posts a take as it is stored on this device, with its form. The caller holds the lock of the take, which
 * is released when the take has been posted and deleted.
 *
 * @throws {PostError}
 */
export async function postStoredTake(app: App, take: Take, signal: AbortSignal): Promise<void> {
  const { id, userId, draft } = take;
  const { clip, revision } = await readStoredSound(take, signal);
  restoreClip(app, take, revision);
  await showPost(
    app,
    { userId, take: { id, clip, revision }, draft: dropDraftOf(draft) },
    { signal },
  );
}

/** Puts the clip that is stored with the take, if any, into the cache, so that it is posted unchanged. */
function restoreClip({ queryClient }: App, { id, draft, post }: Take, revision: string): void {
  if (post?.clip?.filterId !== draft.filterId) return;
  const { bytes, type, duration, peaks } = post.clip;
  const audio = new Blob([bytes], { type });
  queryClient.setQueryData<MaskedPost>(
    recorderKeys.posted({ id, revision }, draft.filterId),
    (known) => known ?? { clip: { audio, duration, peaks }, by: 'device' },
  );
}
