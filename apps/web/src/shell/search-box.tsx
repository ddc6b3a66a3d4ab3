import { useNavigate, useSearch } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { isTyping, hideOnScreenKeyboard } from '#lib/keyboard.ts';
import { SEARCH_MAX_LENGTH, toSearchText } from '#lib/search-text.ts';
import { searchClass } from '#ui/input.tsx';

/** The search field of the top bar: Enter searches on /explore, and the key / focuses the field, or that of the page. */
export function SearchBox({ className }: { className?: string }) {
  const navigate = useNavigate();
  const explored = useSearch({ from: '/_shell/_member/explore', shouldThrow: false })?.q ?? '';
  const [typed, setTyped] = useState(explored);
  const [known, setKnown] = useState(explored);
  const input = useRef<HTMLInputElement>(null);

  if (explored !== known) {
    setKnown(explored);
    setTyped(explored);
  }

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event) || document.querySelector('[role=dialog], [role=alertdialog]')) return;
      event.preventDefault();
      // This field, or, where top-bar.css hides it, that of the page: a hidden field takes no focus.
      for (const field of document.querySelectorAll<HTMLInputElement>('input[type=search]')) {
        field.focus();
        if (document.activeElement === field) return field.select();
      }
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);

  const search = async () => {
    const q = toSearchText(typed);
    hideOnScreenKeyboard(input.current);
    await navigate({ to: '/explore', search: q === '' ? {} : { q } });
  };

  return (
    <search className={className}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void search();
        }}
        className="relative"
      >
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-ink-faint"
        />
        <input
          ref={input}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          aria-label="Search"
          aria-keyshortcuts="/"
          placeholder="Search voice drops, users..."
          maxLength={SEARCH_MAX_LENGTH}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className={`${searchClass} h-10.5 rounded-full! pr-4 pl-10.5 text-ellipsis md:text-[0.9375rem]`}
        />
      </form>
    </search>
  );
}
