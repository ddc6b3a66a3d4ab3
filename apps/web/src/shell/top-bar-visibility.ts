/* Distances in CSS pixels. The top bar hides only on narrow screens: top-bar.css decides that. */

/** The bar may hide once the page is scrolled further than this. */
const HIDE_BELOW = 48;
/** Scrolling down this far without a turn hides the bar. */
const HIDE_TRAVEL = 24;
/** Scrolling up this far without a turn shows the bar. */
const SHOW_TRAVEL = 16;
/** The bar always shows while the page is scrolled no further than this. */
const TOP = 24;

export interface TopBarVisibility {
  hidden: boolean;
  /** The last scroll position. */
  position: number;
  /** The distance scrolled since the last turn: positive downward, negative upward. */
  travel: number;
}

export const topBarAtRest: TopBarVisibility = { hidden: false, position: 0, travel: 0 };

/** The state after the page was scrolled to a position. */
export function topBarScrolled(state: TopBarVisibility, scrollY: number): TopBarVisibility {
  // Safari reports positions beyond both ends while the page overscrolls.
  const position = Math.max(0, scrollY);
  const step = position - state.position;
  const turned = Math.sign(step) !== Math.sign(state.travel);
  const travel = step === 0 ? state.travel : turned ? step : state.travel + step;

  if (position <= TOP || travel <= -SHOW_TRAVEL) return { hidden: false, position, travel };
  if (position > HIDE_BELOW && travel >= HIDE_TRAVEL) return { hidden: true, position, travel };
  return { hidden: state.hidden, position, travel };
}
