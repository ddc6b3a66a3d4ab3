import { useState } from 'react';
import { lazyPopup } from '#ui/lazy-part.tsx';

const ExploreDialog = lazyPopup(() => import('./explore-dialog.tsx'));

/** Opens the list of members. */
export function ExploreButton({ label, className }: { label: string; className: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={className}
      >
        {label}
      </button>
      <ExploreDialog open={open} onOpenChange={setOpen} />
    </>
  );
}
