import { RECORDING_MAX_SECONDS } from '@undertone/domain/limits';
import { Mic, Redo2, Scissors, Undo2 } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { logFailure } from '#lib/log.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { toast } from '#ui/toast.ts';
import type { EditableTake } from '#features/clips/recorder/recorder-state.ts';
import type { FinishedTakes } from './finished-takes.ts';
import { canRedo, canUndo, KEPT_MIN_SECONDS } from './take-edits.ts';
import type { KeptShare } from './trim-handles.tsx';

/** A take that is shorter by less than this many seconds than the limit cannot be continued. */
const CONTINUED_MIN_SECONDS = 1;

interface TakeEditorProps {
  finished: FinishedTakes | undefined;
  take: EditableTake;
  disabled: boolean;
  /** What is kept by the trim that is being chosen; null while none is. */
  kept: KeptShare | null;
  onKept: (kept: KeptShare | null) => void;
  /** Called before the take changes. */
  onEdit: () => void;
  onContinue: () => void;
}

/** The buttons that continue, trim and restore a take. */
export function TakeEditor(props: TakeEditorProps) {
  const { finished, take, disabled, kept, onKept, onEdit, onContinue } = props;
  const { duration } = take.clip;
  const trimButton = useRef<HTMLButtonElement>(null);
  const keepButton = useRef<HTMLButtonElement>(null);

  // The button that began the trim is gone. A layout effect, to run before FocusRecovery.
  const isTrimming = kept !== null;
  useLayoutEffect(() => {
    if (isTrimming && document.activeElement === document.body) keepButton.current?.focus();
  }, [isTrimming]);

  const edit = async (change: () => Promise<void> | undefined) => {
    onEdit();
    try {
      await change();
    } catch (cause) {
      logFailure('The recording could not be edited.', cause);
      toast.error('The recording could not be edited', { description: 'Nothing has changed.' });
    }
  };
  const endTrim = () => {
    onKept(null);
    // The button is shown again in the next frame.
    requestAnimationFrame(() => trimButton.current?.focus());
  };

  if (kept) {
    const isWhole = kept.start === 0 && kept.end === 1;
    return (
      <div className="flex flex-wrap justify-center gap-2">
        <Button
          ref={keepButton}
          variant="primary"
          size="sm"
          className="max-sm:min-h-11"
          disabled={isWhole || disabled}
          onClick={() => {
            void edit(() => finished?.trim(kept.start * duration, kept.end * duration));
            endTrim();
          }}
        >
          Keep {((kept.end - kept.start) * duration).toFixed(1)} s
        </Button>
        <Button variant="secondary" size="sm" className="max-sm:min-h-11" onClick={endTrim}>
          Cancel
        </Button>
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center justify-center gap-1">
      <IconButton
        label="Undo the last edit"
        disabled={disabled || !canUndo(take.history)}
        onClick={() => void edit(() => finished?.undo())}
      >
        <Undo2 aria-hidden="true" />
      </IconButton>
      <IconButton
        label="Redo the edit"
        disabled={disabled || !canRedo(take.history)}
        onClick={() => void edit(() => finished?.redo())}
      >
        <Redo2 aria-hidden="true" />
      </IconButton>
      <Button
        ref={trimButton}
        variant="quiet"
        size="sm"
        className="max-sm:min-h-11"
        disabled={disabled || duration <= KEPT_MIN_SECONDS}
        onClick={() => onKept({ start: 0, end: 1 })}
      >
        <Scissors aria-hidden="true" /> Trim
      </Button>
      {duration <= RECORDING_MAX_SECONDS - CONTINUED_MIN_SECONDS && (
        <Button
          variant="quiet"
          size="sm"
          className="max-sm:min-h-11"
          disabled={disabled}
          onClick={onContinue}
        >
          <Mic aria-hidden="true" /> Continue recording
        </Button>
      )}
    </div>
  );
}
