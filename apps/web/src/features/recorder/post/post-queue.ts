import { isFinalAnswer } from '#lib/backend-error.ts';
import { loadUntilArrived } from '#lib/lazy-code.ts';
import { logFailure } from '#lib/log.ts';
import type { App } from '#lib/app.ts';
import { invalidateDropLists } from '#features/drops/invalidate-drops.ts';
import { dropKeys } from '#features/drops/drop-keys.ts';
import { readPendingDrops } from '#features/drops/pending-drops.ts';
import {
  hidePendingDrop,
  showPendingDrop,
  temporaryId,
} from '#features/drops/show-pending-drop.ts';
import type { PendingPost } from '#features/drops/pending-drops.ts';
import { isLockedHere, lockTakeInTurn, unlockTake } from '#features/clips/take/take-lock.ts';
import {
  isWaiting,
  listTakes,
  readTake,
  type Take,
  type TakePost,
} from '#features/clips/take/take-store.ts';
import { dropDraftOf, type DropDraft } from '#features/recorder/drop-draft.ts';
import { pendingDropOf } from './pending-drop.ts';
import { failureOf, PostError, postErrorOf } from '#features/clips/upload/post-error.ts';
import { failureReason } from './post-messages.ts';
import { postStoredTake } from './post-stored-take.ts';
import { recordFailure, unqueueTake } from './post-record.ts';
import { announceQueue, onQueueChange } from '#features/clips/take/queue-changes.ts';

type QueuedTake = Take & { post: TakePost };

const isQueued = (take: Take): take is QueuedTake => Boolean(take.post) && !take.discardedAt;

interface QueueHandlers {
  onPosted: (draft: DropDraft) => void;
  onFailed: (error: PostError) => void;
  /** Called when the user has cancelled the post of a take. */
  onCancelled: () => void;
}

/**
 * Posts an account's queued takes, which wait on this device for their turn or for the network: when the
 * page opens, when the network is back, and after growing delays while the backend does not respond.
 * Shows each take as a pending drop. The lock of each take lets only one tab post it.
 */
export class PostQueue {
  readonly #app: App;
  readonly #userId: string;
  readonly #handlers: QueueHandlers;
  readonly #ended = new AbortController();
  #stopTrying = () => {};
  #running: Promise<unknown> = Promise.resolve();
  /** The take that is being posted, with the controller that cancels it. */
  #current: { takeId: string; attempt: AbortController } | null = null;

  constructor(app: App, userId: string, handlers: QueueHandlers) {
    this.#app = app;
    this.#userId = userId;
    this.#handlers = handlers;
  }

  start(): void {
    onQueueChange(this.#app.client, () => this.#resume(), this.#ended.signal);
    this.#resume();
  }

  /** Stops the queue. A post in progress continues; its outcome is stored on the device. */
  stop(): void {
    this.#ended.abort();
    this.#stopTrying();
    for (const { id } of this.#cards()) hidePendingDrop(this.#app.queryClient, id);
  }

  #resume(): void {
    this.#stopTrying();
    this.#stopTrying = loadUntilArrived(
      () => this.#run(),
      (cause) => {
        if (postErrorOf(cause).problem !== 'offline')
          logFailure('Queued takes could not be posted yet.', cause);
      },
    );
  }

  /** Posts all takes that can be posted now, after the current run. @throws when takes still wait for the network */
  #run(): Promise<void> {
    const run = this.#running.then(() => this.#postAll());
    this.#running = run.catch(() => {});
    return run;
  }

  async #postAll(): Promise<void> {
    const takes = await this.#refresh().catch((cause: unknown) => {
      logFailure('The takes on this device could not be read.', cause);
      return [];
    });
    for (const { id } of takes.filter(isWaiting)) {
      if (this.#ended.signal.aborted) return;
      if (!navigator.onLine) throw new PostError('offline');
      await this.#post(id);
    }
  }

  async #post(takeId: string): Promise<void> {
    const { signal } = this.#ended;
    await lockTakeInTurn(takeId, signal);
    const take = await readTake(takeId);
    // Another tab has posted the take meanwhile, or the user has cancelled the post.
    if (signal.aborted || !isWaiting(take)) {
      unlockTake(takeId);
      if (!take) this.#readPosted();
      await this.#refresh();
      return;
    }
    const attempt = new AbortController();
    this.#current = { takeId, attempt };
    try {
      await postStoredTake(this.#app, take, attempt.signal);
      this.#handlers.onPosted(dropDraftOf(take.draft));
    } catch (cause) {
      await this.#fail(takeId, attempt.signal.aborted ? new PostError('cancelled') : cause);
      unlockTake(takeId);
      if (canWait(cause)) throw cause;
    } finally {
      this.#current = null;
      if (!signal.aborted) await this.#refresh();
    }
  }

  /** Stores why a take was not posted, unless the post can wait or was cancelled. */
  async #fail(takeId: string, cause: unknown): Promise<void> {
    const error = postErrorOf(cause);
    const failure = canWait(error) ? null : failureOf(error);
    if (!failure) return;
    logFailure('The drop was not posted.', error);
    await recordFailure(takeId, failure);
    this.#handlers.onFailed(error);
  }

  /** Shows the queued takes, except those that the recorder of this page has locked. @returns the queued takes in order */
  async #refresh(): Promise<QueuedTake[]> {
    const { queryClient } = this.#app;
    const queued = (await listTakes(this.#userId)).filter(isQueued);
    queued.sort((one, other) => one.post.queuedAt - other.post.queuedAt);
    if (this.#ended.signal.aborted) return [];
    const free = queued.filter(({ id }) => !isLockedHere(id));
    const shown = new Set(free.map(({ id }) => temporaryId(id)));
    for (const { id } of this.#cards()) if (!shown.has(id)) hidePendingDrop(queryClient, id);
    for (const take of free) this.#show(take);
    return queued;
  }

  #show(take: QueuedTake): void {
    const { queryClient } = this.#app;
    const { id, post } = take;
    const draft = dropDraftOf(take.draft);
    const cancel = () => void this.#cancel(id);
    const state: PendingPost = post.failure
      ? {
          state: 'failed',
          reason: failureReason(post.failure),
          cancel,
          retry: () => void this.#retry(id),
        }
      : { state: 'waiting', cancel };
    const pending = pendingDropOf(queryClient, this.#userId, { id, draft, ...post });
    showPendingDrop(queryClient, { ...pending, post: state });
  }

  /** Invalidates the lists that contain a drop posted by another tab. */
  #readPosted(): void {
    const { queryClient } = this.#app;
    for (const list of [dropKeys.recent(), dropKeys.byAuthor(this.#userId)]) {
      invalidateDropLists(queryClient, list);
    }
    void queryClient.invalidateQueries({ queryKey: dropKeys.count(this.#userId) });
  }

  /** The account's pending drops that are not being posted. */
  #cards() {
    return readPendingDrops(this.#app.queryClient).filter(
      ({ author, post }) => author.userId === this.#userId && post.state !== 'posting',
    );
  }

  async #cancel(takeId: string): Promise<void> {
    await unqueueTake(takeId);
    if (this.#current?.takeId === takeId) this.#current.attempt.abort();
    this.#handlers.onCancelled();
    announceQueue(this.#app.client);
  }

  async #retry(takeId: string): Promise<void> {
    await recordFailure(takeId, null);
    announceQueue(this.#app.client);
  }
}

/** Whether a failed post can wait: there is no network, or the backend has not refused it. */
function canWait(cause: unknown): boolean {
  const { problem, cause: reason } = postErrorOf(cause);
  if (problem === 'offline') return true;
  return (problem === 'upload-failed' || problem === 'save-failed') && !isFinalAnswer(reason);
}
