import { REPORT_DESCRIPTION_MAX_LENGTH } from '@undertone/domain/limits';
import { REPORT_REASONS, type ReportReasonId } from '@undertone/domain/report-reason';
import { countCharacters, truncateText } from '@undertone/domain/characters';
import { isolate } from '@undertone/domain/text';
import { useId, useState } from 'react';
import { isNotAuthenticated } from '#features/session/not-authenticated.ts';
import { useSignInPrompt } from '#features/session/use-sign-in-prompt.ts';
import { limitReason } from '#lib/backend-error.ts';
import { logFailure } from '#lib/log.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { FailureNote } from '#ui/failure-note.tsx';
import { Field } from '#ui/field.tsx';
import { Form } from '#ui/form.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { toast } from '#ui/toast.ts';
import { AlreadyReportedError, useSendReport, type Reported } from './mutations.ts';

export interface NamedReported extends Reported {
  /** The drop's title, the comment's words, or the username of the person or of a message's sender. */
  name: string;
}

interface ReportDialogProps {
  reported: NamedReported;
  onClose: () => void;
}

const TITLES = {
  drop: 'Report voice drop',
  person: 'Report user',
  comment: 'Report comment',
  message: 'Report message',
};

/** The dialog for reporting a drop, a person, a comment or a message. */
export function ReportDialog({ reported, onClose }: ReportDialogProps) {
  const formId = useId();
  const [reason, setReason] = useState<ReportReasonId>();
  const [description, setDescription] = useState('');
  const { mutateAsync: sendReport, isPending, error } = useSendReport(reported);
  const promptToSignIn = useSignInPrompt();

  const submit = async () => {
    if (reason === undefined || isPending) return;
    try {
      await sendReport({ reason, description });
      toast.success('Report submitted successfully. Our team will review it shortly.');
      onClose();
    } catch (cause) {
      if (cause instanceof AlreadyReportedError) {
        toast.info('You have reported this before', {
          description: 'Our team will review it shortly.',
        });
        onClose();
        return;
      }
      logFailure('A report could not be sent.', cause);
      if (isNotAuthenticated(cause)) promptToSignIn('Please log in to report');
      else toast.error(FAILED);
    }
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        // Stays open during the request, so that the typed text is not lost if it fails.
        if (!open && !isPending) onClose();
      }}
      title={TITLES[reported.kind]}
      description={`What is wrong with “${isolate(reported.name)}”? Only our team learns of your report${
        reported.kind === 'message' ? ', and sees this message and the five before it' : ''
      }.`}
      shape="sheet"
      footer={
        <>
          <Button variant="secondary" disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} disabled={reason === undefined} pending={isPending}>
            {isPending ? 'Submitting...' : 'Submit report'}
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={submit} className="grid gap-5 pt-2">
        <ReasonList value={reason} onChange={setReason} />
        <Field
          label="Additional details (optional)"
          counter={`${countCharacters(description)}/${REPORT_DESCRIPTION_MAX_LENGTH} characters`}
        >
          {(control) => (
            <Textarea
              {...control}
              value={description}
              onChange={({ currentTarget }) =>
                setDescription(truncateText(currentTarget.value, REPORT_DESCRIPTION_MAX_LENGTH))
              }
            />
          )}
        </Field>
        <FailureNote message={error && noteOf(error)} className="empty:hidden" />
      </Form>
    </Dialog>
  );
}

const FAILED = 'Failed to submit report. Please try again.';

/** The note in the dialog; the toast has said that the report failed. */
function noteOf(cause: unknown): string {
  return limitReason(cause) ?? 'Nothing is sent yet. What you chose and wrote is still here.';
}

interface ReasonListProps {
  value: ReportReasonId | undefined;
  onChange: (reason: ReportReasonId) => void;
}

/** The reasons for a report, of which one has to be chosen. */
function ReasonList({ value, onChange }: ReasonListProps) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">Reason</legend>
      <div className="-mx-3">
        {REPORT_REASONS.map(({ id, label }) => (
          <label
            key={id}
            className="flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-3 py-1.5 text-[0.9375rem] transition-colors hover:bg-paper-hover has-checked:bg-paper-hover has-focus-visible:outline-2 has-focus-visible:outline-ink"
          >
            <input
              type="radio"
              name={name}
              value={id}
              checked={id === value}
              onChange={() => onChange(id)}
              className="size-4 shrink-0 outline-none"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
