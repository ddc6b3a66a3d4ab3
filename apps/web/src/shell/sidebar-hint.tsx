import { useEffect, useState } from 'react';
import { useMediaQuery } from '#lib/use-media-query.ts';
import { Button } from '#ui/button.tsx';

/** Set once the hint was shown on this device. */
const SHOWN_KEY = 'sidebar-hint-shown';

/** Says, at the first visit on a wide screen, how the sidebar shows its labels. Gives way to the bar of unsaved changes, and to the place where messages are written. */
export function SidebarHint() {
  const isNarrow = useMediaQuery('(width < 80rem)');
  const [wasShown, setWasShown] = useState(() => localStorage.getItem(SHOWN_KEY) !== null);
  const isShown = !isNarrow && !wasShown;
  useEffect(() => {
    if (isShown) localStorage.setItem(SHOWN_KEY, 'true');
  }, [isShown]);
  if (!isShown) return null;
  return (
    <aside
      aria-label="About the sidebar"
      className="fixed bottom-[calc(var(--player-height)+0.75rem)] left-[calc(var(--sidebar-width)+0.5rem)] z-30 flex items-center gap-3 rounded-md bg-ink py-1.5 pr-1.5 pl-4 text-sm text-ink-inverse shadow-lg [:root:has([data-save-bar],[data-messages])_&]:hidden"
    >
      Press here or Ctrl+B to see what each icon is.
      <Button
        size="sm"
        variant="quiet"
        className="text-ink-inverse! hover:bg-ink-soft!"
        onClick={() => setWasShown(true)}
      >
        Got it
      </Button>
    </aside>
  );
}
