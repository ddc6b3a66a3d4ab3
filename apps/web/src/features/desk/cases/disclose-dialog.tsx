import { useId, useState } from 'react';
import { errorMessage } from '#lib/backend-error.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form } from '#ui/form.tsx';
import { REASON_MISSING, ReasonField } from '#features/desk/reason-field.tsx';
import { useDisclose, type Disclosure } from './case-mutations.ts';

const texts: Record<Disclosure, { title: string; description: string; submit: string }> = {
  messages: {
    title: 'Open the messages',
    description: 'You read the reported message and the five before it, for an hour.',
    submit: 'Open',
  },
  sender: {
    title: 'Show the sender',
    description:
      'All staff see then who has sent this anonymous message. Never pass it on to the recipient.',
    submit: 'Show',
  },
};

interface DiscloseDialogProps {
  caseId: string;
  disclosure: Disclosure;
  onClose: () => void;
}

/** Asks for the reason for which staff see what is private. */
export function DiscloseDialog({ caseId, disclosure, onClose }: DiscloseDialogProps) {
  const formId = useId();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const disclose = useDisclose();
  const { title, description, submit } = texts[disclosure];

  const send = async (form: HTMLFormElement) => {
    if (reason.trim() === '') {
      setProblem(REASON_MISSING);
      form.querySelector('textarea')?.focus();
      return;
    }
    try {
      await disclose.mutateAsync({ caseId, disclosure, reason });
      onClose();
    } catch (cause) {
      setProblem(errorMessage(cause));
    }
  };

  return (
    <Dialog
      open
      onOpenChange={() => {
        if (!disclose.isPending) onClose();
      }}
      title={title}
      description={description}
      initialFocus={() => document.querySelector<HTMLElement>('[name=reason]')}
      footer={
        <>
          <Button variant="secondary" disabled={disclose.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} pending={disclose.isPending}>
            {submit}
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={send}>
        <ReasonField error={problem} value={reason} onChange={setReason} />
      </Form>
    </Dialog>
  );
}
