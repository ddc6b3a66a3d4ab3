import { useId, useState } from 'react';
import { errorCode, errorMessage } from '#lib/backend-error.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form } from '#ui/form.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import { REASON_MISSING, ReasonField } from '#features/desk/reason-field.tsx';
import { useHideHashtag } from './hashtag-queries.ts';

/** A hashtag to hide, or to show again; undefined for one that staff write. */
export interface HashtagChange {
  tag: string | undefined;
  hidden: boolean;
}

interface HashtagDialogProps {
  change: HashtagChange;
  onClose: () => void;
}

/** Asks for the reason for which a hashtag is hidden or shown, and for the hashtag if none was chosen. */
export function HashtagDialog({ change, onClose }: HashtagDialogProps) {
  const formId = useId();
  const { hidden } = change;
  const [written, setWritten] = useState('');
  const [reason, setReason] = useState('');
  const [problems, setProblems] = useState<{ tag?: string; reason?: string }>({});
  const hide = useHideHashtag();
  const tag = change.tag ?? written.trim().replace(/^[#＃]/u, '');

  const submit = async (form: HTMLFormElement) => {
    const found = {
      ...(tag === '' && { tag: 'Which hashtag is it?' }),
      ...(reason.trim() === '' && { reason: REASON_MISSING }),
    };
    setProblems(found);
    const [field] = Object.keys(found);
    if (field) {
      form.querySelector<HTMLElement>(`[name=${field}]`)?.focus();
      return;
    }
    try {
      await hide.mutateAsync({ tag, hidden, reason });
      onClose();
      toast.success(hidden ? `#${tag} is hidden` : `#${tag} is shown again`);
    } catch (cause) {
      if (errorCode(cause) === 'PT404') setProblems({ tag: 'This is no hashtag' });
      else setProblems({ reason: errorMessage(cause) });
    }
  };

  return (
    <Dialog
      open
      onOpenChange={() => {
        if (!hide.isPending) onClose();
      }}
      title={
        change.tag === undefined ? 'Hide a hashtag' : `${hidden ? 'Hide' : 'Show'} #${change.tag}`
      }
      initialFocus={() => document.querySelector<HTMLElement>('[name=tag], [name=reason]')}
      footer={
        <>
          <Button variant="secondary" disabled={hide.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} pending={hide.isPending}>
            {hidden ? 'Hide' : 'Show'}
          </Button>
        </>
      }
    >
      <Form id={formId} className="grid gap-5" onSubmit={submit}>
        {change.tag === undefined && (
          <TextField
            label="Hashtag"
            name="tag"
            error={problems.tag}
            autoComplete="off"
            autoCapitalize="none"
            value={written}
            onValueChange={setWritten}
          />
        )}
        <ReasonField error={problems.reason} value={reason} onChange={setReason} />
      </Form>
    </Dialog>
  );
}
