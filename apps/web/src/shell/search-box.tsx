import { useNavigate, useSearch } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { toSearchText } from '#lib/search-text.ts';
import { searchClass } from '#ui/input.tsx';

/** The search field of the top bar: Enter searches on /explore. FrameBackground adds the rest. */
export function SearchBox({ className }: { className?: string }) {
  const navigate = useNavigate();
  const explored = useSearch({ from: '/_shell/_member/explore', shouldThrow: false })?.q ?? '';
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (input.current) input.current.value = explored;
  }, [explored]);

  const search = () => {
    const q = toSearchText(input.current?.value ?? '');
    void navigate({ to: '/explore', search: q === '' ? {} : { q } });
  };

  return (
    <search className={className}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          search();
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
          dir="auto"
          enterKeyHint="search"
          autoComplete="off"
          aria-label="Search"
          aria-keyshortcuts="/"
          placeholder="Search voice drops, users..."
          className={`${searchClass} h-10.5 rounded-full! pr-4 pl-10.5 text-ellipsis md:text-[0.9375rem]`}
        />
      </form>
    </search>
  );
}
