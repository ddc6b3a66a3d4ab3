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
    if (takesFocus) section.current?.focus();
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
      tabIndex={-1}
      aria-label="Your voice drop"
      className="mt-8 animate-rise focus-visible:outline-none"
    >
      <fieldset disabled={isPosting} className="grid min-w-0 gap-8">
        <FilterPicker view={view} />
        <DescriptionField
          value={draft.description}
          onChange={(description) => recorder.edit({ description })}
        />
        <SegmentedControl
          label="Who can listen"
          segments={PRIVACY_LEVELS}
          value={draft.privacy}
          onChange={(privacy) => recorder.edit({ privacy })}
        />
      </fieldset>
      <div className="mt-8 grid gap-4">
        {isPosting && <UploadProgress progress={progress} onCancel={cancel} />}
        {failure && (
          <div
            role="alert"
            className="flex flex-wrap items-center gap-3 rounded-lg border border-danger bg-danger-wash px-4 py-3 text-sm"
          >
            <p className="min-w-0 grow basis-48">{failureReason(failure)}</p>
            <Button variant="secondary" size="sm" disabled={!canPost} onClick={submit}>
              Try again
            </Button>
          </div>
        )}
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
          <output className="mt-3 block text-center text-sm text-ink-soft">
            {wasCancelled && UPLOAD_CANCELLED}
          </output>
          <UndoingDialog
            open={isTelling}
            onClose={() => setTelling(false)}
            onVeil={chooseVeil}
            onPost={() => void send()}
          />
          {!isStorageKept && <p className="mt-3 text-center text-sm text-ink-faint">{NOT_KEPT}</p>}
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
