import { postedOn } from '#features/drops/page/posted-on.ts';
import type { Player } from '#features/player/player.ts';
import type { Playlist } from '#features/player/track.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { DropControls, hasControls, readPlayIcons } from './drop-controls.ts';

interface BoundDrops {
  /** Handles a click. @returns whether it was on the controls of a drop */
  click: (event: MouseEvent) => boolean;
  /**
   * Shows the player's state in all drops of a page that has arrived, and completes what the server does not know.
   */
  showAll: (page: HTMLElement) => void;
  /** Ends showing the player's state. */
  stop: () => void;
}

/** Makes the controls of the drops in a rendered page work, also while the document is still arriving. */
export function bindDrops(player: Player, playlist: Playlist): BoundDrops {
  const icons = readPlayIcons(document);
  const bound = new Map<HTMLElement, DropControls>();
  const bind = (card: HTMLElement): DropControls | undefined => {
    if (bound.has(card)) return bound.get(card);
    const track = playlist.tracks.find(({ id }) =>
      card.querySelector(`a[href="/voice-drop/${id}"]`),
    );
    // The app asks before it plays a sensitive one: a press on it waits for the app.
    if (!track || track.isSensitive) return undefined;
    const controls = new DropControls(card, track, icons);
    bound.set(card, controls);
    controls.show(player);
    return controls;
  };
  return {
    click: (event) => {
      const card = event.target instanceof Element && event.target.closest('article');
      return Boolean(card && hasControls(card) && bind(card)?.click(event, player, playlist));
    },
    showAll: (page) => {
      page.querySelectorAll('article').forEach(bind);
      whenIdle(() => showInTimeZone(page));
    },
    stop: player.subscribe(() => bound.forEach((each) => each.show(player))),
  };
}

/** Shows when drops were posted in the visitor's time zone, which the server does not know. */
function showInTimeZone(page: HTMLElement): void {
  for (const element of page.querySelectorAll<HTMLElement>('[data-posted-on]')) {
    element.textContent = postedOn(element.dataset['postedOn'] ?? '');
  }
}
