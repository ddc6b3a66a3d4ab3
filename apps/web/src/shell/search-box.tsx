import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { controlClass } from '#ui/control-class.ts';

/** Searches on /explore: Enter takes the words there. */
export function SearchBox({ className }: { className?: string }) {
  const navigate = useNavigate();

  const search = async (form: FormData) => {
    const words = form.get('q');
    const q = typeof words === 'string' ? words.trim() : '';
    await navigate({ to: '/explore', search: q === '' ? {} : { q } });
  };

  return (
    <search className={className}>
      <form action={search} className="relative">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-ink-faint"
        />
        <input
          type="search"
          name="q"
          enterKeyHint="search"
          autoComplete="off"
          aria-label="Search"
          placeholder="Search voice drops, users..."
          className={`${controlClass} h-10.5 rounded-full! pr-4 pl-10.5 text-ellipsis md:text-[0.9375rem]`}
        />
      </form>
    </search>
  );
}
