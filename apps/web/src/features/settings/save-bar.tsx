import { clsx } from 'clsx';
import { useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { FailureNote } from '#ui/failure-note.tsx';

interface SaveBarProps {
  /** The id of the form to submit. */
  formId: string;
  isDirty: boolean;
  saving: boolean;
  /** Why the last attempt to save failed. */
  failure: string | null;
  onDiscard: () => void;
}

/** The form's Save and Discard buttons. While there are unsaved changes, the bar sticks to the bottom of the screen. */
export function SaveBar({ formId, isDirty, saving, failure, onDiscard }: SaveBarProps) {
  const saveButton = useRef<HTMLButtonElement>(null);
  return (
    <div
      data-save-bar={isDirty || undefined}
      className={clsx(
        'mt-6 flex flex-wrap items-center justify-end gap-3',
        isDirty &&
          'sticky bottom-[calc(var(--page-foot)+0.75rem)] z-10 rounded-lg border border-line bg-paper-raised p-3 shadow-high',
      )}
    >
      <FailureNote message={isDirty ? failure : null} className="basis-full empty:hidden" />
      <output className="mr-auto pl-2 text-sm text-ink-soft empty:sr-only max-sm:sr-only">
        {isDirty && 'Unsaved changes'}
      </output>
      {isDirty && (
        <Button
          variant="quiet"
          disabled={saving}
          onClick={() => {
            saveButton.current?.focus();
            onDiscard();
          }}
        >
          Discard
        </Button>
      )}
      <Button
        ref={saveButton}
        type="submit"
        form={formId}
        pending={saving}
        className={clsx(isDirty ? 'max-sm:grow' : 'w-full')}
      >
        {saving ? 'Saving...' : 'Save Changes'}
      </Button>
    </div>
  );
}
