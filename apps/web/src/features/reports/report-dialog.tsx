import { REPORT_DESCRIPTION_MAX_LENGTH } from '@undertone/domain/limits';
import type { ReportReasonId } from '@undertone/domain/report';
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
import { ReasonList } from './reason-list.tsx';

export interface NamedReported extends Reported {
  /** The drop's title, or the person's username. */
  name: string;
}

interface ReportDialogProps {
  reported: NamedReported;
  onClose: () => void;
}

const TITLES = { drop: 'Report Voice Drop', person: 'Report User' };

/** The dialog for reporting a drop or a person. */
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
      else toast.error(failureOf(cause));
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
      description={`What is wrong with “${reported.name}”? Only our team learns of your report.`}
      shape="sheet"
      footer={
        <>
          <Button variant="secondary" disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} disabled={reason === undefined} pending={isPending}>
            {isPending ? 'Submitting...' : 'Submit Report'}
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={submit} className="grid gap-5 pt-2">
        <ReasonList value={reason} onChange={setReason} />
        <Field
          label="Additional details (optional)"
          counter={`${description.length}/${REPORT_DESCRIPTION_MAX_LENGTH} characters`}
        >
          {(control) => (
            <Textarea
              {...control}
              value={description}
              maxLength={REPORT_DESCRIPTION_MAX_LENGTH}
              onChange={(event) => setDescription(event.currentTarget.value)}
            />
          )}
        </Field>
        <FailureNote message={error && failureOf(error)} className="empty:hidden" />
      </Form>
    </Dialog>
  );
}

function failureOf(cause: unknown): string {
  return limitReason(cause) ?? 'Failed to submit report. Please try again.';
}
