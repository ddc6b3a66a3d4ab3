import { areLetterKeysOn, isShortcut } from './letter-keys.ts';
import type { Player } from './player.ts';
import { SEEK_STEP } from './seek-step.ts';
import { adjacentSpeed } from './speed.ts';

/** Elements that handle the space bar themselves. */
const USES_SPACE = 'button, a, summary, input, [role=button], [role=tab]';

/**
 * The player's keyboard shortcuts: space and k play and pause, j and l seek back and forward, m mutes, <
 * and > change the speed. They work while a track is set and no dialog is open, unless the focused
 * element uses the key. On a page with a feed, j and k move between cards, unless the focus is in the
 * player (`bindCardKeys`). All except space can be switched off.
 *
 * @returns a function that unbinds the shortcuts
 */
export function bindShortcuts(player: Player, page: Document = document): () => void {
  const changeSpeed = (by: 1 | -1) => player.setSpeed(adjacentSpeed(player.getState().speed, by));
  const actions: Record<string, () => void> = {
    ' ': () => player.toggle(),
    k: () => player.toggle(),
    j: () => player.seekBy(-SEEK_STEP),
    l: () => player.seekBy(SEEK_STEP),
    m: () => player.toggleMute(),
    '<': () => changeSpeed(-1),
    '>': () => changeSpeed(1),
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const action = actions[event.key.toLowerCase()];
    if (!action || player.getState().track === undefined || !isForPlayer(event, page)) return;
    // Prevents the space bar from scrolling the page.
    event.preventDefault();
    action();
  };
  page.addEventListener('keydown', onKeyDown);
  return () => page.removeEventListener('keydown', onKeyDown);
}

function isForPlayer(event: KeyboardEvent, page: Document): boolean {
  if (!isShortcut(event, page)) return false;
  if (event.key !== ' ') return areLetterKeysOn();
  return !(event.target instanceof Element && event.target.closest(USES_SPACE));
}
