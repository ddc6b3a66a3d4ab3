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
  /** The unique and stable key of an item. */
  keyOf: (item: Item) => string;
  /**
   * Renders an item as an `<article>` with its place in the list, from 1 on, as `aria-posinset`, and the
   * number of items, -1 while it is not known, as `aria-setsize`.
   */
  renderItem: (item: Item, place: number, count: number) => ReactNode;
  /** The list's accessible name. */
  label: string;
  /** Whether the list has more items than these. */
  isPart: boolean;
  /** Whether the list has items above these. When they are added, the rows on the screen stay in place, even at the top of the page. */
  isCut?: boolean;
  /** Height of a row while none has been measured, in CSS pixels. */
  estimate: number;
  /** Space between two rows, in CSS pixels. */
  gap: number;
}

interface LongListState {
  /** The rendered rows: the key of the first, its index at that time, and their number. */
  firstKey: string | undefined;
  firstIndex: number;
  count: number;
  /** The row that has the focus, which stays rendered wherever the page is scrolled. */
  focusedKey: string | undefined;
}

/** A row on the screen, and the distance of its top from the top of the window. */
interface Anchor {
  key: string;
  top: number;
}

/** The number of rows rendered first, before the list's position on the screen is known. */
const FIRST_ROWS = 2;

/** Up to this scroll position, in CSS pixels, the page counts as not scrolled: new rows then appear on the screen. */
const TOP = 8;

/**
 * A feed that renders only the rows near the screen, in the flow of the page and scrolled by the
 * window. Rows that are added or removed above the screen do not move the rows on it, also in
 * browsers without scroll anchoring.
 *
 * A class, because only getSnapshotBeforeUpdate can read the rows' positions just before they
 * change.
 */
export class LongList<Item> extends Component<LongListProps<Item>, LongListState, Anchor | null> {
  override state: LongListState = {
    firstKey: undefined,
    firstIndex: 0,
    count: FIRST_ROWS,
    focusedKey: undefined,
  };
  readonly #list = createRef<HTMLDivElement>();
  /** The width of the list when its rows were last measured, in CSS pixels. */
  #width: number | undefined;
  #rows: { of: readonly Item[]; width: number | undefined; are: Rows } | undefined;
  #leaving = new AbortController();

  override componentDidMount(): void {
    // A new controller for each mount: in development React mounts every component twice.
    this.#leaving = new AbortController();
    const { signal } = this.#leaving;
    addEventListener('scroll', this.#look, { passive: true, signal });
    addEventListener('resize', this.#measureAndLook, { passive: true, signal });
    this.#list.current?.addEventListener('focusin', this.#onFocus, { signal });
    this.#list.current?.addEventListener('focusout', this.#onBlur, { signal });
    // Immediately when the list may have been open before: restoring its scroll position needs its height.
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
    const { items, keyOf, renderItem, label, isPart } = this.props;
    const rows = this.#currentRows();
    const placed = placeRows(rows, this.#drawn(rows));
    return (
      <div
        ref={this.#list}
        role="feed"
        aria-label={label}
        // flow-root keeps the first row's margin inside the list. The browser's own scroll anchoring would move the page a second time.
        className="flow-root [overflow-anchor:none]"
        style={{ paddingBottom: placed.below }}
      >
        {placed.rows.map(({ index, above }) => {
          const item = items[index];
          return item === undefined ? null : (
            <div key={keyOf(item)} data-key={keyOf(item)} style={{ marginTop: above }}>
              {renderItem(item, index + 1, isPart ? -1 : items.length)}
            </div>
          );
        })}
      </div>
    );
  }

  /** The rows; created again only when the items or the list's width change. */
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

  /** The indexes of the rows to render, from the top down. */
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

  /** Chooses the rows to render. Runs at each frame while the page scrolls, so its time must not grow with the number of rows. */
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

  /** The first row on the screen that the new list has too; null while the page is not scrolled and the focus is outside the list. */
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

  /** When the row that had the focus is removed, focuses the row that takes its place. */
  #keepFocus(before: LongListProps<Item>, focusedKey: string | undefined): void {
    const { items, keyOf } = this.props;
    if (focusedKey === undefined || items === before.items) return;
    if (this.#currentRows().indexOf(focusedKey) !== -1) return;
    const index = before.items.findIndex((item) => keyOf(item) === focusedKey);
    const next = items[Math.min(index, items.length - 1)];
    const nextKey = next && keyOf(next);
    this.setState({ focusedKey: undefined });
    if (document.activeElement !== document.body) return;
    for (const [key, element] of this.#elements()) {
      if (key !== nextKey) continue;
      const article = element.querySelector('article');
      article?.setAttribute('tabindex', '-1');
      article?.focus({ preventScroll: true });
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
