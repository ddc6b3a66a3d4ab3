import { useState } from 'react';
import { backendMessage } from '#lib/backend-error.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { FailureNote } from '#ui/failure-note.tsx';
import { Form } from '#ui/form.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { copyText } from '#ui/share-link.ts';
import { TextField } from '#ui/text-field.tsx';
import { useInvite } from './registration-mutations.ts';

const USES_MAX = 1000;

const ends = [
  { value: '7', label: 'In a week' },
  { value: '30', label: 'In a month' },
  { value: 'never', label: 'Never' },
] as const;

const copy = (code: string) =>
  copyText(code, { copied: 'Code copied!', failed: 'The code could not be copied' });

/** Makes an invitation, and shows its code once. */
export function InvitationDialog({ onClose }: { onClose: () => void }) {
  const [label, setLabel] = useState('');
  const [uses, setUses] = useState('1');
  const [end, setEnd] = useState<(typeof ends)[number]['value']>('30');
  const [problems, setProblems] = useState<{ label?: string; uses?: string }>({});
  const invite = useInvite();

  const submit = async (form: HTMLFormElement) => {
    const count = Number(uses);
    const found = {
      ...(label.trim() === '' && { label: 'Who is it for?' }),
      ...(!(Number.isInteger(count) && count >= 1 && count <= USES_MAX) && {
        uses: `A number from 1 to ${USES_MAX}`,
      }),
    };
    setProblems(found);
    const [field] = Object.keys(found);
    if (field) {
      form.querySelector<HTMLElement>(`[name=${field}]`)?.focus();
      return;
    }
    const days = end === 'never' ? null : Number(end);
    await invite.mutateAsync({ label, uses: count, days }).catch(() => undefined);
  };

  if (invite.data !== undefined) {
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title="The invitation"
        description="Copy the code now: it cannot be shown again."
        footer={
          <>
            <Button variant="secondary" onClick={() => void copy(invite.data)}>
              Copy code
            </Button>
            <Button onClick={onClose}>Done</Button>
          </>
        }
      >
        <p className="rounded-md bg-paper-sunken px-4 py-3 text-center font-mono text-lg select-all">
          {invite.data}
        </p>
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onOpenChange={() => {
        if (!invite.isPending) onClose();
      }}
      title="Make an invitation"
      footer={
        <>
          <Button variant="secondary" disabled={invite.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="invitation" pending={invite.isPending}>
            Make it
          </Button>
        </>
      }
    >
      <Form id="invitation" className="grid gap-5" onSubmit={submit}>
        <TextField
          label="Who it is for"
          name="label"
          hint="Only admins see it"
          error={problems.label}
          autoComplete="off"
          maxLength={100}
          value={label}
          onValueChange={setLabel}
        />
        <TextField
          label="How many accounts"
          name="uses"
          error={problems.uses}
          inputMode="numeric"
          autoComplete="off"
          value={uses}
          onValueChange={setUses}
        />
        <SegmentedControl label="Ends" segments={ends} value={end} onChange={setEnd} />
        <FailureNote
          message={invite.error && (backendMessage(invite.error) ?? 'No invitation was made.')}
          className="empty:hidden"
        />
      </Form>
    </Dialog>
  );
}
