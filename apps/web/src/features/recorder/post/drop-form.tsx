import { voiceFilter } from '@undertone/domain/voice-filter';
import { useEffect, useRef, useState } from 'react';
import { DescriptionField } from '#features/drops/description/description-field.tsx';
import { PRIVACY_LEVELS } from '#features/drops/privacy-levels.tsx';
import { Button } from '#ui/button.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { FilterPicker } from '#features/recorder/mask/filter-picker.tsx';
import { PostError } from './post-error.ts';
import { toastNotPosted, toastPosted, toastQueued, toastVeilChosen } from './post-toasts.ts';
import {
  markReversibleFilterNoticeSeen,
  hasSeenReversibleFilterNotice,
} from './reversible-filter-notice.ts';
import { UploadProgress } from './upload-progress.tsx';
import type { RecorderView } from '#features/recorder/use-recorder-view.ts';
import { FailureNote } from '#ui/failure-note.tsx';
import { lazyPopup } from '#ui/lazy-part.tsx';
import { requestPersistentStorage } from '#features/recorder/take/request-persistent-storage.ts';
import {
  failureReason,
  STORAGE_NOT_PERSISTENT,
  UPLOAD_CANCELLED,
} from '#features/recorder/recorder-messages.ts';

const ReversibleFilterDialog = lazyPopup(() => import('./reversible-filter-dialog.tsx'));

interface DropFormProps {
  view: RecorderView;
  /** The account that posts. */
  userId: string;
  /** Whether the form takes the focus when it appears: true when the user opened it. */
  takesFocus: boolean;
  onPosted: () => void;
}

/** The form of a take: filter, description, privacy, and the button that posts. */
export function DropForm({ view, userId, takesFocus, onPosted }: DropFormProps) {
  const { recorder, playback } = view;
  const { phase, take, draft, failure, progress } = view.state;
  const [wasCancelled, setWasCancelled] = useState(false);
  const [isNoticeOpen, setNoticeOpen] = useState(false);
  const [hasSeenNotice, setHasSeenNotice] = useState(() => hasSeenReversibleFilterNotice(userId));
  const section = useRef<HTMLElement>(null);
  const postButton = useRef<HTMLButtonElement>(null);
  const isPosting = phase === 'posting';
  // False while a stored take is restored, or a recording is made that may replace the take.
  const canPost = phase === 'ready';
  const isStoragePersistent = usePersistentStorage(take !== null);

  useEffect(() => {
    if (takesFocus) section.current?.querySelector<HTMLElement>('input:checked')?.focus();
  }, [takesFocus]);

  // The cancel button, which had the focus, is gone: the focus moves to the button that retries.
  useEffect(() => {
    if (wasCancelled) postButton.current?.focus();
  }, [wasCancelled]);

  const submit = () => {
    if (hasSeenNotice || voiceFilter(draft.filterId).hides !== 'little') {
      void send();
      return;
    }
    markReversibleFilterNoticeSeen(userId);
    setHasSeenNotice(true);
    setNoticeOpen(true);
  };

  const tryAgain = () => {
    // The retry button disappears with its note.
    postButton.current?.focus();
    submit();
  };

  const chooseVeil = () => {
    playback.unload();
    recorder.edit({ filterId: 'veil' });
    toastVeilChosen();
  };

  const send = async () => {
    playback.unload();
    setWasCancelled(false);
    try {
      const outcome = await recorder.post();
      if (!outcome) return;
      if (outcome === 'queued') toastQueued();
      else toastPosted(draft.filterId);
      if (outcome !== 'left') onPosted();
    } catch (cause) {
      setWasCancelled(cause instanceof PostError && cause.problem === 'cancelled');
      toastNotPosted(cause);
    }
  };

  return (
    <section
      ref={section}
      aria-label="Your voice drop"
      className="mt-8 flex grow animate-rise flex-col max-sm:mt-0 max-sm:gap-2"
    >
      <fieldset disabled={isPosting} className="grid min-w-0 gap-8 max-sm:gap-2">
        <FilterPicker view={view} />
        <DescriptionField
          value={draft.description}
          onChange={(description) => recorder.edit({ description })}
        />
      </fieldset>
      {!isStoragePersistent && (
        <p className="mt-3 text-sm text-ink-faint max-sm:mt-0 max-sm:text-[0.8125rem] max-sm:leading-tight">
          {STORAGE_NOT_PERSISTENT}
        </p>
      )}
      {/* On a phone this bar stays above the bars at the bottom of the screen. */}
      <div
        data-post-bar
        className="z-10 mt-8 grid gap-x-4 gap-y-2 max-sm:sticky max-sm:bottom-(--page-foot) max-sm:-mx-4 max-sm:mt-auto max-sm:border-t max-sm:border-line max-sm:bg-paper max-sm:px-4 max-sm:py-2 low:static sm:gap-y-4"
      >
        <div className="max-sm:[&_fieldset>div]:flex max-sm:[&_label]:grow max-sm:[&_label]:justify-center max-sm:[&_label]:px-2 max-sm:[&_legend]:sr-only sm:mb-4">
          <SegmentedControl
            label="Who can listen"
            segments={PRIVACY_LEVELS}
            value={draft.privacy}
            disabled={isPosting}
            onChange={(privacy) => recorder.edit({ privacy })}
          />
        </div>
        <FailureNote
          message={failure && failureReason(failure)}
          onRetry={tryAgain}
          disabled={!canPost}
          className="empty:absolute"
        />
        {isPosting && <UploadProgress progress={progress} onCancel={() => recorder.cancelPost()} />}
        <div>
          <Button
            ref={postButton}
            size="lg"
            className="w-full"
            disabled={!canPost && !isPosting}
            pending={isPosting}
            onClick={submit}
          >
            {isPosting ? 'Posting...' : 'Post Voice Drop'}
          </Button>
          <output className="block text-center text-sm text-ink-soft not-empty:mt-2">
            {wasCancelled && UPLOAD_CANCELLED}
          </output>
          <ReversibleFilterDialog
            open={isNoticeOpen}
            onOpenChange={setNoticeOpen}
            onVeil={chooseVeil}
            onPost={() => void send()}
          />
        </div>
      </div>
    </section>
  );
}

/** Requests persistent storage once there is a take. @returns false if the browser has refused */
function usePersistentStorage(hasTake: boolean): boolean {
  const [isPersistent, setPersistent] = useState(true);
  useEffect(() => {
    if (hasTake) void requestPersistentStorage().then(setPersistent);
  }, [hasTake]);
  return isPersistent;
}
