import { postedOn } from '#features/drops/page/posted-on.ts';
import type { Player } from '#features/player/player.ts';
import type { Playlist } from '#features/player/track.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { DropControls, readPlayIcons } from './drop-controls.ts';

interface BoundDrops {
  /** Handles a click. @returns whether it was on the controls of a drop */
  click: (event: MouseEvent) => boolean;
  /** Ends showing the player's state. */
  stop: () => void;
}

/** Makes the controls of the drops in a rendered page work, and completes what the server does not know. */
export function bindDrops(page: HTMLElement, player: Player, playlist: Playlist): BoundDrops {
  const icons = readPlayIcons(document);
  const controls = [...page.querySelectorAll<HTMLElement>('article')].flatMap((card) => {
    const track = playlist.tracks.find(({ id }) =>
      card.querySelector(`a[href="/voice-drop/${id}"]`),
    );
    return track ? [new DropControls(card, track, icons)] : [];
  });
  whenIdle(() => showInTimeZone(page));
  const show = () => controls.forEach((each) => each.show(player));
  show();
  return {
    click: (event) => controls.some((each) => each.click(event, player, playlist)),
    stop: player.subscribe(show),
  };
}

/** Shows when drops were posted in the visitor's time zone, which the server does not know. */
function showInTimeZone(page: HTMLElement): void {
  for (const element of page.querySelectorAll<HTMLElement>('[data-posted-on]')) {
    element.textContent = postedOn(element.dataset['postedOn'] ?? '');
  }
}
