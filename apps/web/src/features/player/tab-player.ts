import { readTabItem, writeTabItem } from '#lib/local-item.ts';
import type { PlayerState } from './player-reducer.ts';

/** How many tracks before and after the current one are stored. */
const TRACKS_STORED = 20;

const STORAGE_KEY = 'undertone:player';

/** The stored state of a tab's player, read after a reload. */
export interface TabPlayer {
  /** The current track's id. */
  id: string;
  /** Seconds from its start. */
  position: number;
  /** The name of the playlist, and whether a person has asked for all of it. */
  source: string;
  all: boolean;
  /** The id of the track from which the playlist goes on; another one than the current if that was queued. */
  listed: string;
  /** The ids of the playlist's tracks around the current one, in order. */
  ids: readonly string[];
}

/**
 * Stores the player for the next load of the page in this tab. Session storage is not shared with other
 * tabs. Without a track, the stored player is removed.
 *
 * @param listener an account's id; undefined for a visitor
 */
export function storeTabPlayer(listener: string | undefined, state: PlayerState): void {
  const { track, position, playlist, listed, index } = state;
  if (!track) {
    writeTabItem(STORAGE_KEY, null);
    return;
  }
  const first = Math.max(0, index - TRACKS_STORED);
  const around = playlist.tracks.slice(first, index + TRACKS_STORED + 1);
  const stored = new URLSearchParams({
    listener: listener ?? '',
    id: track.id,
    position: position.toFixed(1),
    source: playlist.source,
    all: String(playlist.all === true),
    listed: listed?.id ?? '',
    ids: around.map(({ id }) => id).join(' '),
  });
  writeTabItem(STORAGE_KEY, stored.toString());
}

/** Reads the player that was stored before a reload. The player of another listener is removed. */
export function readTabPlayer(listener: string | undefined): TabPlayer | undefined {
  const stored = new URLSearchParams(readTabItem(STORAGE_KEY) ?? '');
  const [id, position] = [stored.get('id'), Number(stored.get('position'))];
  if (id === null || stored.get('listener') !== (listener ?? '')) {
    writeTabItem(STORAGE_KEY, null);
    return undefined;
  }
  const ids = (stored.get('ids') ?? '').split(' ').filter((each) => each !== '');
  const listed = stored.get('listed') ?? '';
  return {
    id,
    position: Number.isFinite(position) ? Math.max(0, position) : 0,
    source: stored.get('source') ?? '',
    all: stored.get('all') === 'true',
    ...(ids.includes(listed) ? { ids, listed } : { ids: [id], listed: id }),
  };
}
