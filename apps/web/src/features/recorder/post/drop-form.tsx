import { useEffect, useRef, useState } from 'react';
import { voiceFilter } from '@undertone/domain/voice-filter';
import { DescriptionField } from '#features/drops/description/description-field.tsx';
import { limitReason } from '#lib/backend-error.ts';
import { PRIVACY_LEVELS } from '#features/drops/privacy-levels.tsx';
import { Button } from '#ui/button.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { toast } from '#ui/toast.ts';
import { FilterPicker } from '#features/recorder/mask/filter-picker.tsx';
import { usePostTake } from './mutations.ts';
import { PostError } from './post-take.ts';
import { UploadProgress } from './upload-progress.tsx';
import type { RecorderView } from '#features/recorder/use-recorder-view.ts';
import { UPLOAD_CANCELLED, postProblemMessages } from '#features/recorder/recorder-messages.ts';

interface DropFormProps {
  view: RecorderView;
  /** Whether the form takes the focus when it appears, because a press opened it. */
  takesFocus: boolean;
  onPosted: () => void;
}

/** The form of a take: filter, description, privacy, and the button that posts. */
export function DropForm({ view, takesFocus, onPosted }: DropFormProps) {
  const { recorder, playback } = view;
  const { phase, take, draft } = view.state;
  const { post, progress, cancel } = usePostTake();
  const [wasCancelled, setWasCancelled] = useState(false);
  const section = useRef<HTMLElement>(null);
  const postButton = useRef<HTMLButtonElement>(null);
  const isPosting = phase === 'posting';

  useEffect(() => {
    if (takesFocus) section.current?.focus();
  }, [takesFocus]);

  // The cancel button, which had the focus, is gone; move the focus to the button that retries.
  useEffect(() => {
    if (wasCancelled) postButton.current?.focus();
  }, [wasCancelled]);

  const submit = async () => {
    playback.unload();
    setWasCancelled(false);
    try {
      const outcome = await recorder.post(post);
      if (!outcome) return;
      toast.success('Voice Drop Posted!', {
        description: `Your confession with ${voiceFilter(draft.filterId).name} voice filter has been shared.`,
      });
      if (outcome === 'here') onPosted();
    } catch (cause) {
      const problem = cause instanceof PostError ? cause.problem : 'unexpected';
      setWasCancelled(problem === 'cancelled');
      if (problem === 'cancelled') return;
      const [title, description] = postProblemMessages[problem];
      const limit = cause instanceof PostError ? limitReason(cause.cause) : undefined;
      toast.error(title, { description: limit ?? description });
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
        <div>
          <Button
            ref={postButton}
            size="lg"
            className="w-full"
            disabled={!take}
            pending={isPosting}
            onClick={() => void submit()}
          >
            {isPosting ? 'Posting...' : 'Post Voice Drop'}
          </Button>
          <output className="mt-3 block text-center text-sm text-ink-soft">
            {wasCancelled && UPLOAD_CANCELLED}
          </output>
        </div>
      </div>
    </section>
  );
}
