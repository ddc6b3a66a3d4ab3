import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { lazyPart } from '#ui/lazy-part.tsx';

const SearchSuggestions = lazyPart(() => import('#features/search/search-suggestions.tsx'));

/** The suggestions of the top bar's search box, from when it first has the focus. */
export function SearchBoxSuggestions() {
  const navigate = useNavigate();
  const [box, setBox] = useState<{ current: HTMLInputElement }>();
  const [typed, setTyped] = useState('');

  useEffect(() => {
    const onUse = ({ target }: Pick<Event, 'target'>) => {
      if (!(target instanceof HTMLInputElement) || !target.matches('.top-bar [type=search]'))
        return;
      setBox((known) => (known?.current === target ? known : { current: target }));
      setTyped(target.value);
    };
    // It may have been used before this code came.
    onUse({ target: document.activeElement });
    document.addEventListener('focusin', onUse);
    document.addEventListener('input', onUse);
    return () => {
      document.removeEventListener('focusin', onUse);
      document.removeEventListener('input', onUse);
    };
  }, []);

  const fill = (words: string) => {
    if (box) write(box.current, words);
    setTyped(words);
  };

  const form = box?.current.form;
  if (!box || !form) return null;
  return createPortal(
    <SearchSuggestions
      field={box}
      typed={typed}
      onSearch={(q) => {
        fill(q);
        void navigate({ to: '/explore', search: { q } });
      }}
      onLeave={() => fill('')}
    />,
    form,
  );
}

function write(field: HTMLInputElement, words: string): void {
  field.value = words;
}
