import { useState } from 'react';
import { SecurityRow } from '#features/settings/security-row.tsx';
import { Button } from '#ui/button.tsx';
import { lazyPopup } from '#ui/lazy-part.tsx';

const ExportDialog = lazyPopup(() => import('./export-dialog.tsx'), { preload: 'intent' });

/** Offers a copy of the person's data. */
export function ExportRow({ userId }: { userId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <SecurityRow
      title="Your data"
      action={
        <Button
          variant="secondary"
          size="sm"
          onPointerEnter={ExportDialog.preload}
          onClick={() => setOpen(true)}
        >
          Download my data
        </Button>
      }
    >
      Everything that you made here, with all clips, as one file.
      <ExportDialog open={open} onOpenChange={setOpen} userId={userId} />
    </SecurityRow>
  );
}
