import { Component, createRef, type ReactNode } from 'react';
import { afterPaint } from './after-paint.ts';
import {
  hasRememberedHeights,
  rememberedHeight,
  rememberHeight,
  placeRows,
  Rows,
  rowsInSight,
} from './long-list-rows.ts';

interface LongListProps<Item> {
  items: readonly Item[];
  /** What an item keeps from one rendering to the next, and shares with no other. */
  keyOf: (item: Item) => string;
  renderItem: (item: Item) => ReactNode;
  /** Whether there are more items than these. */
  isPart: boolean;
  /** Whether there are others above these: what comes in of them moves nothing, even where one cannot scroll up. */
  isCut?: boolean;
  /** Height of a row that has never been seen, in CSS pixels. */
  estimate: number;
  /** Space between two rows, in CSS pixels. */
  gap: number;
}

interface LongListState {
  /** The rows that are drawn: the key of the first, its index when it was chosen, and how many. */
  firstKey: string | undefined;
  firstIndex: number;
  count: number;
  /** The row that holds the focus. It stays drawn wherever one scrolls. */
  focusedKey: string | undefined;
}

/** A row on the screen, and how far its top is from that of the window. */
interface Anchor {
  key: string;
  top: number;
}

/** Rows that are drawn at first, before it is known what is in sight: what is to be seen soonest. */
const FIRST_ROWS = 2;

/** Up to here, in CSS pixels, one has not begun to scroll: what is new then comes in on the screen. */
const TOP = 8;

/**
 * A list that draws only the rows near the screen, in the flow of the page and
 * scrolled by the window. Rows that come or go above the screen do not move what
 * is on it, in browsers with scroll anchoring of their own and in others.
 *
 * A class, because only getSnapshotBeforeUpdate sees where the rows are just
 * before they change.
 */
export class LongList<Item> extends Component<LongListProps<Item>, LongListState, Anchor | null> {
  override state: LongListState = {
    firstKey: undefined,
    firstIndex: 0,
    count: FIRST_ROWS,
    focusedKey: undefined,
  };
  readonly #list = createRef<HTMLUListElement>();
  /** Of the list, in CSS pixels, when its rows were last measured. */
  #width: number | undefined;
  #rows: { of: readonly Item[]; width: number | undefined; are: Rows } | undefined;
  #leaving = new AbortController();

  override componentDidMount(): void {
    // Another one each time: in development React takes a list out and puts it back.
    this.#leaving = new AbortController();
    const { signal } = this.#leaving;
    addEventListener('scroll', this.#look, { passive: true, signal });
    addEventListener('resize', this.#measureAndLook, { passive: true, signal });
    this.#list.current?.addEventListener('focusin', this.#onFocus, { signal });
    this.#list.current?.addEventListener('focusout', this.#onBlur, { signal });
    // At once where one may have come back to a place in it, which needs its height.
    if (hasRememberedHeights()) this.#measureAndLook();
    else signal.addEventListener('abort', afterPaint(this.#measureAndLook));
  }

  override componentWillUnmount(): void {
    this.#measure();
    this.#leaving.abort();
  }

  override getSnapshotBeforeUpdate(before: LongListProps<Item>): Anchor | null {
    this.#measure();
    return this.#anchor(before.isCut);
  }

  override componentDidUpdate(
    before: LongListProps<Item>,
    { focusedKey }: LongListState,
    anchor: Anchor | null,
  ): void {
    this.#keepPlace(anchor);
    this.#keepFocus(before, focusedKey);
    this.#measureAndLook();
  }

  override render(): ReactNode {
    const { items, keyOf, renderItem, isPart } = this.props;
    const rows = this.#currentRows();
    const placed = placeRows(rows, this.#drawn(rows));
    return (
      <ul
        ref={this.#list}
        // The first row's margin is inside of the list; and the browser's own anchoring would move the page a second time.
        className="flow-root [overflow-anchor:none]"
        style={{ paddingBottom: placed.below }}
      >
        {placed.rows.map(({ index, above }) => {
          const item = items[index];
          return item === undefined ? null : (
            <li
              key={keyOf(item)}
              data-key={keyOf(item)}
              aria-posinset={index + 1}
              aria-setsize={isPart ? -1 : items.length}
              style={{ marginTop: above }}
            >
              {renderItem(item)}
            </li>
          );
        })}
      </ul>
    );
  }

  /** Made anew only for other items, or at another width. */
  #currentRows(): Rows {
    const { items, keyOf, estimate, gap } = this.props;
    const width = this.#width;
    if (this.#rows?.of !== items || this.#rows.width !== width) {
      const heightOf = (key: string) => rememberedHeight(key, width);
      const are = new Rows({ keys: items.map(keyOf), heightOf, estimate, gap });
      this.#rows = { of: items, width, are };
    }
    return this.#rows.are;
  }

  /** Indexes of the rows to draw, from the top down. */
  #drawn(rows: Rows): number[] {
    const { firstKey, firstIndex, count, focusedKey } = this.state;
    const { length } = rows.keys;
    const found = firstKey === undefined ? 0 : rows.indexOf(firstKey);
    const first = found === -1 ? Math.min(firstIndex, Math.max(0, length - count)) : found;
    const end = Math.min(length, first + count);
    const drawn = Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
    const focused = focusedKey === undefined ? -1 : rows.indexOf(focusedKey);
    if (focused === -1 || drawn.includes(focused)) return drawn;
    return focused < first ? [focused, ...drawn] : [...drawn, focused];
  }

  /** Draws the rows near the screen. At each frame while one scrolls: it must not take longer the more rows there are. */
  readonly #look = (): void => {
    const list = this.#list.current;
    if (!list) return;
    const rows = this.#currentRows();
    const above = -list.getBoundingClientRect().top;
    const { first, count } = rowsInSight(rows, above, innerHeight);
    const firstKey = rows.keys[first];
    if (firstKey === this.state.firstKey && count === this.state.count) return;
    this.setState({ firstKey, firstIndex: first, count });
  };

  readonly #measureAndLook = (): void => {
    this.#measure();
    this.#look();
  };

  *#elements(): Generator<[string, HTMLElement]> {
    for (const element of this.#list.current?.children ?? []) {
      if (element instanceof HTMLElement && element.dataset['key'] !== undefined) {
        yield [element.dataset['key'], element];
      }
    }
  }

  #measure(): void {
    this.#width = this.#list.current?.clientWidth;
    const rows = this.#currentRows();
    for (const [key, element] of this.#elements()) {
      const { height } = element.getBoundingClientRect();
      rememberHeight(key, height, this.#width);
      rows.measure(key, height);
    }
  }

  /** The first row on the screen that stays; none while one has not scrolled and is nowhere in the list. */
  #anchor(wasCut = false): Anchor | null {
    const isInUse = this.#list.current?.contains(document.activeElement) ?? false;
    if (scrollY <= TOP && !isInUse && !wasCut) return null;
    const rows = this.#currentRows();
    for (const [key, element] of this.#elements()) {
      const { top, bottom } = element.getBoundingClientRect();
      if (bottom > 0 && top < innerHeight && rows.indexOf(key) !== -1) return { key, top };
    }
    return null;
  }

  #keepPlace(anchor: Anchor | null): void {
    if (!anchor) return;
    for (const [key, element] of this.#elements()) {
      if (key !== anchor.key) continue;
      const moved = element.getBoundingClientRect().top - anchor.top;
      if (Math.abs(moved) >= 0.5) window.scrollBy({ top: moved, behavior: 'instant' });
    }
  }

  /** When the row that held the focus is gone, the one in its place gets it. */
  #keepFocus(before: LongListProps<Item>, focusedKey: string | undefined): void {
    const { items, keyOf } = this.props;
    if (focusedKey === undefined || items === before.items) return;
    if (this.#currentRows().indexOf(focusedKey) !== -1) return;
    const index = before.items.findIndex((item) => keyOf(item) === focusedKey);
    const heir = items[Math.min(index, items.length - 1)];
    const heirKey = heir && keyOf(heir);
    this.setState({ focusedKey: undefined });
    if (document.activeElement !== document.body) return;
    for (const [key, element] of this.#elements()) {
      if (key !== heirKey) continue;
      element.tabIndex = -1;
      element.focus({ preventScroll: true });
    }
  }

  readonly #onFocus = ({ target }: FocusEvent): void => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-key]') : null;
    this.setState({ focusedKey: row?.dataset['key'] });
  };

  readonly #onBlur = ({ relatedTarget }: FocusEvent): void => {
    const isInside = relatedTarget instanceof Node && this.#list.current?.contains(relatedTarget);
    if (!isInside) this.setState({ focusedKey: undefined });
  };
}
