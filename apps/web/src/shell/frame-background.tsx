import { useEffect, useEffectEvent, useState } from 'react';
import { areLetterKeysOn, isShortcut } from '#features/player/letter-keys.ts';
import { isTyping } from '#lib/keyboard.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { SearchBoxSuggestions } from './search-box-suggestions.tsx';
import { topBarAtRest, topBarScrolled } from './top-bar-visibility.ts';

const ShortcutSheet = lazyPart(() => import('./shortcut-sheet.tsx'));

/**
 * What the frame does that the first screen can wait for: the top bar hides while the page is scrolled
 * down, the key / searches, ? shows the keyboard shortcuts, and Ctrl+B and Cmd+B toggle the sidebar. Renders the
 * suggestions of the search box.
 */
export default function FrameBackground({ onToggleSidebar }: { onToggleSidebar: () => void }) {
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
    const stop = hideTopBar();
    return () => {
      document.removeEventListener('keydown', listener);
      stop();
    };
  }, []);
  return (
    <>
      <SearchBoxSuggestions />
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

/** Marks the top bar with `data-hidden` while the page is scrolled down, for top-bar.css. */
function hideTopBar(): () => void {
  let state = topBarScrolled(topBarAtRest, scrollY);
  const onScroll = () => {
    state = topBarScrolled(state, scrollY);
    document.querySelector('.top-bar')?.toggleAttribute('data-hidden', state.hidden);
  };
  addEventListener('scroll', onScroll, { passive: true });
  return () => removeEventListener('scroll', onScroll);
}
