import { isTyping } from '#lib/keyboard.ts';
import type { Player } from './player.ts';

/** How far j goes back and l goes on, in seconds. */
const STEP_SECONDS = 5;

/** What the space bar presses or turns by itself. */
const PRESSED_BY_SPACE = 'button, a, summary, input, [role=button], [role=tab], [role=dialog]';

/**
 * The player's keys: space and k play and pause, j and l go back and on, m
 * mutes. They act while there is a track, and never where the key means
 * something else already.
 *
 * @returns a function that takes them away
 */
export function bindShortcuts(player: Player, page: Document = document): () => void {
  const actions: Record<string, () => void> = {
    ' ': () => player.toggle(),
    k: () => player.toggle(),
    j: () => player.seekBy(-STEP_SECONDS),
    l: () => player.seekBy(STEP_SECONDS),
    m: () => player.toggleMute(),
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const action = actions[event.key.toLowerCase()];
    if (!action || player.getState().track === undefined || !isForPlayer(event)) return;
    // The space bar would scroll the page.
    event.preventDefault();
    action();
  };
  page.addEventListener('keydown', onKeyDown);
  return () => page.removeEventListener('keydown', onKeyDown);
}

function isForPlayer(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (isTyping(event)) return false;
  if (!(event.target instanceof Element)) return true;
  return event.key !== ' ' || !event.target.closest(PRESSED_BY_SPACE);
}
