import { useState } from 'react';
import type { MuteSubject } from '#features/people/mute-queries.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { MuteSpanChoice } from './mute-span.tsx';
import { useMute, type MuteSpan } from './use-mute.ts';

const consequences = {
  person:
    'Their voice drops and comments are left out of your lists, and you get no notifications of what they do. They cannot find out.',
  hashtag: 'Voice drops with this hashtag are left out of your lists and searches.',
} as const;

interface MuteDialogProps {
  muted: MuteSubject & { kind: keyof typeof consequences };
  name: string;
  onClose: () => void;
}

/** Asks for how long a person or a hashtag is muted. */
export function MuteDialog({ muted, name, onClose }: MuteDialogProps) {
  const { mute } = useMute();
  const [span, setSpan] = useState<MuteSpan>('day');
  const [isPending, setPending] = useState(false);

  const confirm = async () => {
    setPending(true);
    const isSaved = await mute(muted, name, span);
    setPending(false);
    if (isSaved) onClose();
  };

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Mute ${name}?`}
      footer={
        <>
          <Button variant="secondary" disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button pending={isPending} onClick={() => void confirm()}>
            Mute
          </Button>
        </>
      }
    >
      {/* In the body, which scrolls when the text is large. */}
      <p className="mb-4 text-[0.9375rem] text-ink-soft">{consequences[muted.kind]}</p>
      <MuteSpanChoice value={span} onChange={setSpan} />
    </Dialog>
  );
}
