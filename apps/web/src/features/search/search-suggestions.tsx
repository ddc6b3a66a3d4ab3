import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { countLabel } from '@undertone/domain/number-labels';
import { clsx } from 'clsx';
import { AudioLines, Clock, Hash, X } from 'lucide-react';
import {
  use,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useState,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { PersonAvatar } from '#features/people/person-avatar.tsx';
import { useSession } from '#features/session/session-context.ts';
import { useClient } from '#lib/app.ts';
import { hideOnScreenKeyboard } from '#lib/keyboard.ts';
import { toSearchText } from '#lib/search-text.ts';
import { useDebounced } from '#lib/use-debounced.ts';
import { MarkText } from '#ui/mark-text.ts';
import { popupClass } from '#ui/popup-class.ts';
import { markerOf } from '#ui/marked-text.tsx';
import {
  forgetAllSearches,
  forgetSearch,
  recentSearches,
  rememberSearch,
} from './recent-searches.ts';
import {
  matchingSuggestions,
  suggestedDropsOptions,
  suggestionsOptions,
} from './suggestion-queries.ts';

/** Pause after the last keystroke before suggestions are requested, in milliseconds. */
const PAUSE_MS = 80;

const PEOPLE = 5;

/** A row of the popup, with its action and, if it has one, its button. */
interface Row {
  key: string;
  content: ReactNode;
  choose: () => void;
  button?: { label: string; press: () => void };
}

/** The cell to which the arrow keys have moved: a row's content or its button. */
interface ActiveCell {
  /** The field's words: the cell is active only while they are unchanged. */
  words: string;
  key: string;
  cell: 0 | 1;
}

interface SearchSuggestionsProps {
  /** The search field, which becomes a combobox. */
  field: RefObject<HTMLInputElement | null>;
  /** The field's present text. */
  typed: string;
  /** Searches for words that were searched for before. */
  onSearch: (words: string) => void;
  /** Called when a person or hashtag is chosen, whose page opens. */
  onLeave?: () => void;
}

/**
 * The popup of a search field: while it is empty the recent searches, as a grid, since each can be
 * removed; otherwise people and hashtags that begin with what is typed, and drops that have it, as a listbox. The focus stays
 * in the field, as the ARIA Authoring Practices describe for comboboxes.
 */
export default function SearchSuggestions(props: SearchSuggestionsProps) {
  const { user } = useSession();
  return user && <Popup {...props} account={user.id} />;
}

function Popup(props: SearchSuggestionsProps & { account: string }) {
  const { field, typed, onSearch, onLeave, account } = props;
  const navigate = useNavigate();
  const id = useId();
  const words = toSearchText(typed);
  const marker = useMemo(() => markerOf(words), [words]);
  const [recent, setRecent] = useState(() => recentSearches(account));
  const [isFocused, setIsFocused] = useState(() => document.activeElement === field.current);
  // The words at which the popup was closed: it opens again when something else is typed.
  const [closedAt, setClosedAt] = useState<string>();
  // Has the row's key, since a response may move the row.
  const [active, setActive] = useState<ActiveCell>();

  const asked = useDebounced(words, PAUSE_MS);
  const client = useClient();
  const { data } = useQuery(suggestionsOptions(client, asked, PEOPLE));
  const { data: found = [] } = useQuery(suggestedDropsOptions(client, asked));

  const remember = (searched: string) => {
    rememberSearch(account, searched);
    setRecent(recentSearches(account));
  };
  const close = (at = words) => {
    setClosedAt(at);
    setActive(undefined);
  };
  const leaveFor = (chosen: string, open: () => Promise<void>) => () => {
    close();
    remember(chosen);
    hideOnScreenKeyboard(field.current);
    onLeave?.();
    void open();
  };
  const searchAgain = (again: string) => () => {
    close(again);
    remember(again);
    hideOnScreenKeyboard(field.current);
    onSearch(again);
  };
  const forget = (remove: () => void) => () => {
    remove();
    setRecent(recentSearches(account));
    setActive(undefined);
    field.current?.focus();
  };

  const recentRows = recent.map((again): Row => ({
    key: again,
    content: <Named icon={<Clock />} name={again} />,
    choose: searchAgain(again),
    button: { label: `Remove ${again}`, press: forget(() => forgetSearch(account, again)) },
  }));
  if (recent.length > 0) {
    recentRows.push({
      key: '',
      content: <span className="text-sm text-ink-soft">Clear recent searches</span>,
      choose: forget(() => forgetAllSearches(account)),
    });
  }
  const suggested = matchingSuggestions(words, data);
  const people = suggested.people.map((person): Row => ({
    key: person.userId,
    content: <Named icon={<PersonAvatar person={person} size="xs" />} name={person.username} />,
    choose: leaveFor(person.username, () =>
      navigate({ to: '/$username', params: { username: person.username } }),
    ),
  }));
  const tags = suggested.tags.map(({ tag, dropCount }): Row => ({
    key: `#${tag}`,
    content: <Named icon={<Hash />} name={tag} count={dropCount} />,
    choose: leaveFor(`#${tag}`, () => navigate({ to: '/tag/$tag', params: { tag } })),
  }));
  // Those of what was typed before would be wrong.
  const drops = (asked === words ? found : []).map(({ id: dropId, title, author }): Row => ({
    key: dropId,
    content: <Named icon={<AudioLines />} name={title} detail={author} />,
    choose: leaveFor(words, () => navigate({ to: '/voice-drop/$id', params: { id: dropId } })),
  }));
  const isRecent = words === '';
  const rows = isRecent ? recentRows : [...people, ...tags, ...drops];
  const isOpen = isFocused && closedAt !== words && rows.length > 0;
  const isActiveRow = ({ key }: Row) => active?.words === words && active.key === key;
  const current = { row: rows.findIndex(isActiveRow), cell: active?.cell ?? 0 };
  const cellId = (row: number, cell: number) => `${id}-${row}-${cell}`;

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // During composition, as in Japanese, keys belong to the input method; Safari signals it only by key code 229.
    if (event.isComposing || event.keyCode === 229) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (!isOpen) {
      if (event.key === 'ArrowDown' && rows.length > 0) {
        event.preventDefault();
        setClosedAt(undefined);
      }
      return;
    }
    const row = rows[current.row];
    // Before the first row and after the last one is the field itself.
    const moveTo = (to: number) => {
      const key = rows[((to + 1 + rows.length + 1) % (rows.length + 1)) - 1]?.key;
      setActive(key === undefined ? undefined : { words, key, cell: 0 });
    };
    if (event.key === 'ArrowDown') moveTo(current.row + 1);
    else if (event.key === 'ArrowUp') moveTo(current.row - 1);
    else if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && row) {
      (current.cell === 1 ? row.button?.press : row.choose)?.();
    } else if (event.key === 'ArrowRight' && row?.button) {
      setActive({ words, key: row.key, cell: 1 });
    } else if (event.key === 'ArrowLeft' && row?.button) {
      setActive({ words, key: row.key, cell: 0 });
    } else if (event.key === 'Delete' && row?.button) row.button.press();
    else return;
    event.preventDefault();
  });
  const onFocus = useEffectEvent(() => {
    setRecent(recentSearches(account));
    setIsFocused(true);
    setClosedAt(undefined);
  });
  const onSubmit = useEffectEvent(() => {
    remember(toSearchText(field.current?.value ?? ''));
    hideOnScreenKeyboard(field.current);
    close();
  });
  const reopen = useEffectEvent(() => setClosedAt(undefined));

  useEffect(() => {
    const input = field.current;
    if (!input) return undefined;
    const listening = new AbortController();
    const options = { signal: listening.signal };
    input.addEventListener('keydown', (event) => onKeyDown(event), options);
    input.addEventListener('focus', () => onFocus(), options);
    input.addEventListener('blur', () => setIsFocused(false), options);
    input.addEventListener('pointerdown', () => reopen(), options);
    input.form?.addEventListener('submit', () => onSubmit(), options);
    return () => listening.abort();
  }, [field]);

  const activeId = isOpen && current.row >= 0 ? cellId(current.row, current.cell) : undefined;
  useEffect(() => {
    const input = field.current;
    if (!input) return;
    const attributes = {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': String(isOpen),
      'aria-haspopup': isRecent ? 'grid' : 'listbox',
      'aria-controls': isOpen ? id : undefined,
      'aria-activedescendant': activeId,
    };
    for (const [name, value] of Object.entries(attributes)) {
      if (value === undefined) input.removeAttribute(name);
      else input.setAttribute(name, value);
    }
    if (activeId !== undefined)
      document.getElementById(activeId)?.scrollIntoView?.({ block: 'nearest' });
  }, [field, id, isOpen, isRecent, activeId]);

  if (!isOpen) return null;

  const isActive = (row: number, cell: number) => row === current.row && cell === current.cell;
  /** The attributes of what can be chosen: an option, or a cell of the grid. */
  const choice = (role: 'option' | 'gridcell', row: number, cell: number, onClick: () => void) => ({
    id: cellId(row, cell),
    role,
    'aria-selected': isActive(row, cell),
    onClick,
  });
  const option = (row: Row, index: number) => (
    <div
      key={row.key}
      {...choice('option', index, 0, row.choose)}
      className={rowClass(isActive(index, 0))}
    >
      {row.content}
    </div>
  );
  const popup = { id, role: isRecent ? 'grid' : 'listbox' };
  // Pressing a row must not take the focus out of the field, which would close the popup first.
  const keepFocus = { onMouseDown: (event: MouseEvent) => event.preventDefault() };
  const summary = rows.length === 1 ? '1 suggestion' : `${rows.length} suggestions`;

  return (
    <MarkText value={marker}>
      <div
        {...keepFocus}
        // Chrome lets Tab stop at what scrolls, and the popup goes when the field loses the focus.
        tabIndex={-1}
        className={clsx(
          popupClass,
          'absolute inset-x-0 top-full z-30 mt-2 max-h-[60dvh] overflow-y-auto rounded-lg p-1.5 text-[0.9375rem]',
          'in-[.top-bar]:max-md:fixed in-[.top-bar]:max-md:inset-x-3 in-[.top-bar]:max-md:top-(--top-bar-height)',
        )}
      >
        <p data-announced className="sr-only">
          {isRecent ? 'Recent searches' : summary}
        </p>
        <div {...popup} aria-label={isRecent ? 'Recent searches' : 'Suggestions'}>
          {isRecent &&
            recentRows.map((row, index) => (
              <div
                key={row.key}
                {...gridRow}
                className={clsx(rowClass(isActive(index, 0)), 'pr-0!')}
              >
                <div
                  {...choice('gridcell', index, 0, row.choose)}
                  className="flex min-h-11 min-w-0 grow items-center"
                >
                  {row.content}
                </div>
                {row.button && (
                  <div
                    {...choice('gridcell', index, 1, row.button.press)}
                    aria-label={row.button.label}
                    className="grid size-11 shrink-0 place-items-center rounded-full text-ink-faint hover:text-ink aria-selected:outline-2 aria-selected:-outline-offset-4 aria-selected:outline-ink [&_svg]:size-4"
                  >
                    <X aria-hidden="true" />
                  </div>
                )}
              </div>
            ))}
          {!isRecent && people.length > 0 && (
            <Group label="People">{people.map((row, index) => option(row, index))}</Group>
          )}
          {!isRecent && tags.length > 0 && (
            <Group label="Hashtags">
              {tags.map((row, index) => option(row, people.length + index))}
            </Group>
          )}
          {!isRecent && drops.length > 0 && (
            <Group label="Voice drops">
              {drops.map((row, index) => option(row, people.length + tags.length + index))}
            </Group>
          )}
        </div>
      </div>
    </MarkText>
  );
}

const gridRow = { role: 'row' };

const rowClass = (isActive: boolean) =>
  clsx(
    'flex min-h-11 cursor-pointer items-center rounded-sm px-2.5 hover:bg-paper-hover',
    isActive && 'bg-paper-hover outline-2 -outline-offset-2 outline-ink',
  );

function Group({ label, children }: { label: string; children: ReactNode }) {
  const group = { role: 'group', 'aria-label': label };
  return (
    <div {...group}>
      <p aria-hidden="true" className="px-2.5 pt-2 pb-1 text-sm text-ink-faint">
        {label}
      </p>
      {children}
    </div>
  );
}

interface NamedProps {
  icon: ReactNode;
  name: string;
  /** Public drops. */
  count?: number;
  /** Whose it is. */
  detail?: string | undefined;
}

function Named({ icon, name, count, detail }: NamedProps) {
  const mark = use(MarkText);
  return (
    <span className="flex min-w-0 grow items-center gap-2.5 [&>svg]:size-4.5 [&>svg]:shrink-0 [&>svg]:text-ink-faint">
      {icon}
      <span dir="auto" className="truncate">
        {mark(name)}
      </span>
      {detail !== undefined && (
        <span className="ml-auto max-w-2/5 truncate text-sm text-ink-faint">{detail}</span>
      )}
      {count !== undefined && (
        <span className="ml-auto text-sm text-ink-faint">
          {countLabel(count)}
          <span className="sr-only"> public voice drops</span>
        </span>
      )}
    </span>
  );
}
