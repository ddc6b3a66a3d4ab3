import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { unreadCountOptions } from '#features/notifications/unread-queries.ts';
import { areLetterKeysOn, isShortcut } from '#features/player/letter-keys.ts';
import { useSession } from '#features/session/session-context.ts';
import { useClient } from '#lib/app.ts';
import { isTyping } from '#lib/keyboard.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { SearchBoxSuggestions } from './search-box-suggestions.tsx';
import { SidebarHint } from './sidebar-hint.tsx';
import { useHidingTopBar } from './use-hiding-top-bar.ts';

const ShortcutSheet = lazyPart(() => import('./shortcut-sheet.tsx'));

interface FrameBackgroundProps {
  /** Whether the sidebar shows its labels. */
  expanded: boolean;
  onToggleSidebar: () => void;
}

/**
 * What the frame does that the first screen can wait for: the top bar hides while the page is scrolled
 * down, the key / searches, ? shows the keyboard shortcuts, and Ctrl+B and Cmd+B toggle the sidebar. Renders the
 * suggestions of the search box, and at a first visit the hint at the sidebar's button.
 */
export default function FrameBackground({ expanded, onToggleSidebar }: FrameBackgroundProps) {
  const { user } = useSession();
  // The bell fetches the number; this reads it from the cache.
  const { data: unread } = useQuery({
    ...unreadCountOptions(useClient(), user?.id ?? ''),
    enabled: false,
  });
  useHidingTopBar(unread);
  const [showsShortcuts, setShowsShortcuts] = useState(false);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (isSidebarKey(event)) {
      event.preventDefault();
      onToggleSidebar();
    } else if (isSearchKey(event)) {
      event.preventDefault();
      focusSearch();
    } else if (event.key === '?' && areLetterKeysOn() && isShortcut(event, document)) {
      event.preventDefault();
      setShowsShortcuts(true);
    }
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  return (
    <>
      <SearchBoxSuggestions />
      {!expanded && <SidebarHint />}
      {showsShortcuts && <ShortcutSheet open onOpenChange={setShowsShortcuts} />}
    </>
  );
}

function isSidebarKey({ key, altKey, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'b' && !altKey && !shiftKey && ctrlKey !== metaKey;
}

function isSearchKey(event: KeyboardEvent): boolean {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return false;
  return !isTyping(event) && !document.querySelector('[role=dialog], [role=alertdialog]');
}

/** Focuses the search box, or, where top-bar.css hides that, the search field of the page. */
function focusSearch(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>('input[type=search]')) {
    field.focus();
    // A hidden field takes no focus.
    if (document.activeElement !== field) continue;
    field.select();
    return;
  }
}
