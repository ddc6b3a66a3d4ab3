import { logFailure } from '#lib/log.ts';
import type { PlayerState } from './player-reducer.ts';

/** How many tracks before and after the current one are kept. */
const TRACKS_KEPT = 20;

const STORAGE_KEY = 'undertone:player';

/** What a tab's player had before the page was loaded again. */
export interface TabPlayer {
  /** The current track's id. */
  id: string;
  /** Seconds from its start. */
  position: number;
  /** The name of the playlist. */
  source: string;
  /** The ids of the playlist's tracks around the current one, in their order. */
  ids: readonly string[];
}

/**
 * Keeps the player for the next load of the page in this tab; session storage, because another tab does
 * not take it over. Without a track nothing is kept.
 *
 * @param listener an account's id; undefined for a visitor
 */
export function storeTabPlayer(listener: string | undefined, state: PlayerState): void {
  const { track, position, playlist, index } = state;
  try {
    if (!track) {
      sessionStorage.removeItem(STORAGE_KEY);
      return;
    }
    const around = playlist.tracks.slice(Math.max(0, index - TRACKS_KEPT), index + TRACKS_KEPT + 1);
    const kept = new URLSearchParams({
      listener: listener ?? '',
      id: track.id,
      position: position.toFixed(1),
      source: playlist.source,
      ids: around.map(({ id }) => id).join(' '),
    });
    sessionStorage.setItem(STORAGE_KEY, kept.toString());
  } catch (cause) {
    logFailure('The player could not be kept for the next load of the page.', cause);
  }
}

/** The tab's player before the page was loaded again. That of another listener is removed. */
export function readTabPlayer(listener: string | undefined): TabPlayer | undefined {
  try {
    const kept = new URLSearchParams(sessionStorage.getItem(STORAGE_KEY) ?? '');
    const [id, position] = [kept.get('id'), Number(kept.get('position'))];
    if (id === null || kept.get('listener') !== (listener ?? '')) {
      sessionStorage.removeItem(STORAGE_KEY);
      return undefined;
    }
    const ids = (kept.get('ids') ?? '').split(' ').filter((each) => each !== '');
    return {
      id,
      position: Number.isFinite(position) ? Math.max(0, position) : 0,
      source: kept.get('source') ?? '',
      ids: ids.includes(id) ? ids : [id],
    };
  } catch (cause) {
    logFailure('The player of the page before could not be read.', cause);
    return undefined;
  }
}
