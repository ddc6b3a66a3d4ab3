import { VOICE_DROP_MAX_SECONDS } from '@undertone/domain/limits';
import { useEffect, useRef, useState } from 'react';
import { DescriptionField } from '#features/drops/description/description-field.tsx';
import { PRIVACY_LEVELS } from '#features/drops/privacy-levels.tsx';
import { useSession } from '#features/session/session-context.ts';
import { Button } from '#ui/button.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Switch } from '#ui/switch.tsx';
import { FilterPicker } from '#features/recorder/filters/filter-picker.tsx';
import { storeLastFilter } from '#features/clips/mask/last-filter.ts';
import { useVoiceNotice } from '#features/clips/mask/use-voice-notice.tsx';
import { PostError } from '#features/clips/upload/post-error.ts';
import { dropSender } from './post-record.ts';
import { failureReason, STORAGE_SHORT, UPLOAD_CANCELLED } from './post-messages.ts';
import { toastNotPosted, toastPosted, toastQueued, toastVeilChosen } from './post-toasts.ts';
import { UploadProgress } from './upload-progress.tsx';
import type { RecorderView } from '#features/recorder/use-recorder-view.ts';
import { FailureNote } from '#ui/failure-note.tsx';
import { useApp } from '#lib/app.ts';
import { mayDeleteRecordings } from '#features/clips/take/request-persistent-storage.ts';

/** By how much a trimmed recording is shorter than the limit, in seconds: a filter may lengthen its parts differently. */
const TRIM_MARGIN = 1;

interface DropFormProps {
  view: RecorderView;
  /** The account that posts. */
  userId: string;
  /** Whether the form takes the focus when it appears: true when the user opened it. */
  takesFocus: boolean;
  onPosted: () => void;
}

/** The form of a take: filter, description, privacy, and the button that posts. */
export default function DropForm({ view, userId, takesFocus, onPosted }: DropFormProps) {
  const app = useApp();
  const { refusal } = useSession();
  const { recorder, playback, draft } = view;
  const { phase, take, failure, progress } = view.state;
  const [wasCancelled, setWasCancelled] = useState(false);
  const section = useRef<HTMLElement>(null);
  const postButton = useRef<HTMLButtonElement>(null);
  const isPosting = phase === 'posting';
  const isTooLong = failure?.problem === 'too-long';
  // False while a stored take is restored, or a recording is made that may replace the take.
  const canPost = phase === 'ready';
  const isStorageShort = useStorageShortage(take !== null);

  useEffect(() => {
    if (takesFocus) section.current?.querySelector<HTMLElement>('input:checked')?.focus();
  }, [takesFocus]);

  // The cancel button, which had the focus, is gone: the focus moves to the button that retries.
  useEffect(() => {
    if (wasCancelled) postButton.current?.focus();
  }, [wasCancelled]);

  const tryAgain = () => {
    // The retry button disappears with its note.
    postButton.current?.focus();
    notice.submit();
  };

  /** Leads to the recording, with so much of it chosen as can be posted with this filter. */
  const trim = () => {
    playback.unload();
    const duration = view.clip?.duration ?? 0;
    view.setKept({ start: 0, end: Math.min(1, (VOICE_DROP_MAX_SECONDS - TRIM_MARGIN) / duration) });
    view.edit({ choosing: false });
  };

  const chooseVeil = () => {
    playback.unload();
    view.edit({ filterId: 'veil' });
    toastVeilChosen();
  };

  const send = async () => {
    playback.unload();
    setWasCancelled(false);
    try {
      const outcome = await recorder.finished?.send(dropSender(app, userId));
      if (!outcome) return;
      storeLastFilter(userId, 'drop', draft.filterId);
      if (outcome === 'queued') toastQueued();
      else toastPosted(draft);
      if (outcome !== 'left') onPosted();
    } catch (cause) {
      setWasCancelled(cause instanceof PostError && cause.problem === 'cancelled');
      toastNotPosted(cause, true);
    }
  };

  const notice = useVoiceNotice({
    userId,
    filterId: draft.filterId,
    verb: 'post',
    onAsk: () => playback.unload(),
    onVeil: chooseVeil,
    onSend: () => void send(),
  });

  return (
    <section
      ref={section}
      aria-label="Your voice drop"
      className="mt-8 flex grow animate-rise flex-col max-sm:mt-0 max-sm:gap-2"
    >
      <fieldset disabled={isPosting} className="grid min-w-0 gap-8 max-sm:gap-2">
        <FilterPicker view={view} userId={userId} />
        <DescriptionField
          value={draft.description}
          onChange={(description) => view.edit({ description })}
        />
        <Switch
          label="Sensitive"
          hint="Plays only after another press. Link previews leave it out."
          checked={draft.isSensitive}
          disabled={isPosting}
          onChange={(isSensitive) => view.edit({ isSensitive })}
        />
      </fieldset>
      {isStorageShort && (
        <p className="mt-3 text-sm text-ink-faint max-sm:mt-0 max-sm:text-[0.8125rem] max-sm:leading-tight">
          {STORAGE_SHORT}
        </p>
      )}
      {/* On a phone this bar stays above the bars at the bottom of the screen. */}
      <div
        data-post-bar
        className="z-10 mt-8 grid grid-cols-1 gap-x-4 gap-y-2 max-sm:sticky max-sm:bottom-(--page-foot) max-sm:-mx-4 max-sm:mt-auto max-sm:border-t max-sm:border-line max-sm:bg-paper max-sm:px-4 max-sm:py-2 low:static sm:gap-y-4"
      >
        <div className="max-sm:[&_fieldset>div]:flex max-sm:[&_label]:grow max-sm:[&_label]:justify-center max-sm:[&_label]:px-2 max-sm:[&_legend]:sr-only sm:mb-4">
          <SegmentedControl
            label="Who can listen"
            segments={PRIVACY_LEVELS}
            value={draft.privacy}
            disabled={isPosting}
            onChange={(privacy) => view.edit({ privacy })}
          />
        </div>
        <FailureNote
          message={failure && failureReason(failure)}
          onRetry={isTooLong ? trim : tryAgain}
          retryLabel={isTooLong ? 'Trim' : 'Try again'}
          disabled={!canPost}
          className="empty:absolute"
        />
        {isPosting && (
          <UploadProgress progress={progress} onCancel={() => recorder.finished?.cancelSend()} />
        )}
        <div>
          <Button
            ref={postButton}
            size="lg"
            className="w-full"
            disabled={!canPost && !isPosting}
            pending={isPosting}
            onClick={notice.submit}
            {...refusal?.props}
          >
            {isPosting ? 'Posting...' : 'Post Voice Drop'}
          </Button>
          <output className="block text-center text-sm text-ink-soft not-empty:mt-2">
            {wasCancelled && UPLOAD_CANCELLED}
          </output>
          {notice.dialog}
        </div>
      </div>
    </section>
  );
}

/** Whether the browser may soon delete the take, because storage is short. Determined once there is a take. */
function useStorageShortage(hasTake: boolean): boolean {
  const [isShort, setShort] = useState(false);
  useEffect(() => {
    if (hasTake) void mayDeleteRecordings().then(setShort);
  }, [hasTake]);
  return isShort;
}
