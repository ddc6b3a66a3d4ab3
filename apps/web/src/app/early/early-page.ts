import type { Player } from '#features/player/player.ts';
import type { SignAudio } from '#features/player/audio-urls.ts';

/** What a visitor uses of a page that the server has rendered, until the app takes over. */
export interface EarlyPage {
  /** The player of the page's drops. */
  player: Player;
  /** Replaces the function with which the player requests the URLs of clips. */
  signWith: (sign: SignAudio) => void;
}

/** Renders the app in place of the page's content, and resolves when it is on the screen. */
export type TakeOver = (page: EarlyPage) => Promise<void>;

/** The event with which the app's code hands over its function once it has arrived. */
export const ARRIVAL = 'undertone:arrival';

declare global {
  interface WindowEventMap {
    [ARRIVAL]: CustomEvent<TakeOver>;
  }
}
