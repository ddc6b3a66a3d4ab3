import { clsx } from 'clsx';
import { Search, X } from 'lucide-react';
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ComponentType,
  type RefObject,
} from 'react';
import { searchClass } from './input.tsx';
import { hideOnScreenKeyboard } from '#lib/keyboard.ts';

/** A field with suggestions, before these are loaded and set the rest. */
const comboboxProps = {
  role: 'combobox',
  'aria-expanded': false,
  'aria-autocomplete': 'list',
} as const;

/** How long after the last input the search begins, in milliseconds. */
const DEBOUNCE_MS = 300;

interface SuggestionsProps {
  field: RefObject<HTMLInputElement | null>;
  typed: string;
  /** Puts words into the field, and searches for them at once. */
  onSearch: (words: string) => void;
}

interface SearchFieldProps {
  label: string;
  placeholder?: string;
  /** The current search. When it changes elsewhere, the field shows the new text. */
  value: string;
  /** Called after a pause in typing, and at once on Enter and when the field is cleared. */
  onSearch: (words: string) => void;
  className?: string;
  /** Suggests searches once the field is used, which is then a combobox. */
  suggestions?: ComponentType<SuggestionsProps>;
}

/** A field that searches while the person types. */
export function SearchField(props: SearchFieldProps) {
  const { label, placeholder, value, onSearch, className, suggestions: Suggestions } = props;
  const [isUsed, setIsUsed] = useState(false);
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const [searched, setSearched] = useState(value);
  const input = useRef<HTMLInputElement>(null);

  if (value !== known) {
    setKnown(value);
    // The field's own search may come back as `value` after more has been typed.
    if (value !== searched) {
      setSearched(value);
      setTyped(value);
    }
  }

  const search = (text: string) => {
    const words = text.trim();
    if (words === searched) return;
    setSearched(words);
    onSearch(words);
  };
  const searchRested = useEffectEvent(search);
  useEffect(() => {
    const timer = setTimeout(() => searchRested(typed), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  const clear = () => {
    setTyped('');
    search('');
    input.current?.focus();
  };

  return (
    <search aria-label={label} className={className}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          search(typed);
          hideOnScreenKeyboard(input.current);
        }}
        className="relative"
      >
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-4 size-4.5 -translate-y-1/2 text-ink-faint"
        />
        <input
          ref={input}
          type="search"
          dir="auto"
          {...(Suggestions && comboboxProps)}
          enterKeyHint="search"
          autoComplete="off"
          aria-label={label}
          placeholder={placeholder}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onFocus={() => setIsUsed(true)}
          className={clsx(
            searchClass,
            'h-11.5 pl-11 text-ellipsis [&::-webkit-search-cancel-button]:hidden',
            typed === '' ? 'pr-4' : 'pr-12',
          )}
        />
        {typed !== '' && (
          <button
            type="button"
            aria-label="Clear search"
            onClick={clear}
            className="absolute top-1/2 right-1 grid size-10 -translate-y-1/2 place-items-center rounded-full text-ink-faint hover:text-ink [&_svg]:size-4.5"
          >
            <X />
          </button>
        )}
        {isUsed && Suggestions && (
          <Suggestions
            field={input}
            typed={typed}
            onSearch={(words) => {
              setTyped(words);
              search(words);
            }}
          />
        )}
      </form>
    </search>
  );
}
