/* When the mobile top bar makes room for what is being read, and when it returns. */

/** The bar may hide once the page is scrolled by more than this, in pixels. */
const HIDE_BELOW = 48;
/** Downward travel, without a turn in between, that hides it. */
const HIDE_TRAVEL = 24;
/** Upward travel, without a turn in between, that shows it. */
const SHOW_TRAVEL = 16;
/** So near the top it always shows. */
const TOP = 24;

export interface TopBarVisibility {
  hidden: boolean;
  /** The scroll position that was last seen, in pixels. */
  position: number;
  /** Pixels travelled since the last turn: positive downward, negative upward. */
  travel: number;
}

export const topBarAtRest: TopBarVisibility = { hidden: false, position: 0, travel: 0 };

/** The state after the page has been scrolled to a position. */
export function topBarScrolled(state: TopBarVisibility, scrollY: number): TopBarVisibility {
  // Safari reports positions beyond both ends while the page bounces.
  const position = Math.max(0, scrollY);
  const step = position - state.position;
  const turned = Math.sign(step) !== Math.sign(state.travel);
  const travel = step === 0 ? state.travel : turned ? step : state.travel + step;

  if (position <= TOP || travel <= -SHOW_TRAVEL) return { hidden: false, position, travel };
  if (position > HIDE_BELOW && travel >= HIDE_TRAVEL) return { hidden: true, position, travel };
  return { hidden: state.hidden, position, travel };
}
