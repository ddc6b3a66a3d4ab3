import { voiceFilter } from '@undertone/domain/voice-filter';
import { useEffect, useRef, useState } from 'react';
import { DescriptionField } from '#features/drops/description/description-field.tsx';
import { PRIVACY_LEVELS } from '#features/drops/privacy-levels.tsx';
import { Button } from '#ui/button.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { FilterPicker } from '#features/recorder/mask/filter-picker.tsx';
import { usePostTake } from './mutations.ts';
import { PostError } from './post-error.ts';
import { toastNotPosted, toastPosted, toastQueued, toastVeilChosen } from './post-toasts.ts';
import { noteToldOfUndoing, wasToldOfUndoing } from './told-of-undoing.ts';
import { UndoingDialog } from './undoing-dialog.tsx';
import { UploadProgress } from './upload-progress.tsx';
import type { RecorderView } from '#features/recorder/use-recorder-view.ts';
import { FailureNote } from '#ui/failure-note.tsx';
import { keepStorage } from '#features/recorder/take/keep-storage.ts';
import { failureReason, NOT_KEPT, UPLOAD_CANCELLED } from '#features/recorder/recorder-messages.ts';

interface DropFormProps {
  view: RecorderView;
  /** The account that posts. */
  userId: string;
  /** Whether the form takes the focus when it appears, because a press opened it. */
  takesFocus: boolean;
  onPosted: () => void;
}

/** The form of a take: filter, description, privacy, and the button that posts. */
export function DropForm({ view, userId, takesFocus, onPosted }: DropFormProps) {
  const { recorder, playback } = view;
  const { phase, take, draft, failure } = view.state;
  const { post, progress, cancel } = usePostTake();
  const [wasCancelled, setWasCancelled] = useState(false);
  const [isTelling, setTelling] = useState(false);
  const [wasTold, setTold] = useState(() => wasToldOfUndoing(userId));
  const section = useRef<HTMLElement>(null);
  const postButton = useRef<HTMLButtonElement>(null);
  const isPosting = phase === 'posting';
  // Not while a stored take is restored, nor while a recording is made that may replace the take.
  const canPost = phase === 'ready';
  const isStorageKept = useKeptStorage(take !== null);

  useEffect(() => {
    if (takesFocus) section.current?.querySelector<HTMLElement>('input:checked')?.focus();
  }, [takesFocus]);

  // The cancel button, which had the focus, is gone; move the focus to the button that retries.
  useEffect(() => {
    if (wasCancelled) postButton.current?.focus();
  }, [wasCancelled]);

  const submit = () => {
    if (wasTold || voiceFilter(draft.filterId).hides !== 'little') {
      void send();
      return;
    }
    noteToldOfUndoing(userId);
    setTold(true);
    setTelling(true);
  };

  const tryAgain = () => {
    // The button to try again leaves with its note.
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
      const outcome = await recorder.post(post);
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
      {!isStorageKept && (
        <p className="mt-3 text-sm text-ink-faint max-sm:mt-0 max-sm:text-[0.8125rem] max-sm:leading-tight">
          {NOT_KEPT}
        </p>
      )}
      {/* On a phone it stays above the bars at the bottom of the screen. */}
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
        {isPosting && <UploadProgress progress={progress} onCancel={cancel} />}
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
          <UndoingDialog
            open={isTelling}
            onClose={() => setTelling(false)}
            onVeil={chooseVeil}
            onPost={() => void send()}
          />
        </div>
      </div>
    </section>
  );
}

/** Asks the browser to keep takes once there is one. @returns false once it has refused */
function useKeptStorage(hasTake: boolean): boolean {
  const [isKept, setKept] = useState(true);
  useEffect(() => {
    if (hasTake) void keepStorage().then(setKept);
  }, [hasTake]);
  return isKept;
}
