import { useMutation } from '@tanstack/react-query';
import { dropTitle } from '@undertone/domain/drop-title';
import { detectHashtags } from '@undertone/domain/hashtag';
import { defaultTitle, UNTITLED } from '@undertone/domain/title';
import { useId, useState } from 'react';
import { useSession } from '#features/session/session-context.ts';
import { useApp } from '#lib/app.ts';
import { limitReason } from '#lib/backend-error.ts';
import { logFailure } from '#lib/log.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { FailureNote } from '#ui/failure-note.tsx';
import { Form } from '#ui/form.tsx';
import { toast } from '#ui/toast.ts';
import { DescriptionField } from '#features/drops/description/description-field.tsx';
import type { Drop } from '#features/drops/drop.ts';
import { updateDescriptionOptions } from '#features/drops/mutations.ts';

const FAILED = 'Failed to update voice drop';

/** The description that the owner typed; empty for a default title. */
const descriptionOf = ({ title, filter }: Drop): string =>
  title === UNTITLED || title === defaultTitle(filter) ? '' : title;

/** Edits the description of an own drop, with its hashtags. The text is kept when saving fails. */
export function EditDropDialog({ drop, onClose }: { drop: Drop; onClose: () => void }) {
  const formId = useId();
  const [description, setDescription] = useState(() => descriptionOf(drop));
  const app = useApp();
  const { refusal } = useSession();
  const {
    mutateAsync: updateDescription,
    isPending,
    error,
  } = useMutation(updateDescriptionOptions(app, drop));

  const submit = async () => {
    if (isPending) return;
    try {
      await updateDescription({
        title: dropTitle(description, drop.filter),
        hashtags: detectHashtags(description),
      });
      toast.success('Voice drop updated');
      onClose();
    } catch (cause) {
      logFailure('The description of a drop could not be changed.', cause);
    }
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        // Stays open during the request, so that the typed text is not lost if it fails.
        if (!open && !isPending) onClose();
      }}
      title="Edit voice drop"
      description="Its words can change. What was said stays as it was said."
      shape="sheet"
      footer={
        <>
          <Button variant="secondary" disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} pending={isPending} {...refusal?.props}>
            {isPending ? 'Saving...' : 'Save Changes'}
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={submit} className="pt-2">
        <DescriptionField value={description} onChange={setDescription} />
        <FailureNote
          message={error && (limitReason(error) ?? FAILED)}
          className="mt-4 empty:hidden"
        />
      </Form>
    </Dialog>
  );
}
