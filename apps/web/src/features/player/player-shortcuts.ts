import { isTyping } from '#lib/keyboard.ts';
import type { Player } from './player.ts';

/** How far j and l seek. */
const STEP_SECONDS = 5;

/** Elements on which the space bar has a meaning of its own. */
const USES_SPACE = 'button, a, summary, input, [role=button], [role=tab], [role=dialog]';

/**
 * The player's keyboard shortcuts: space and k play and pause, j and l seek back and forward, m mutes.
 * They act while a track is set, and not where the key has another meaning.
 *
 * @returns a function that unbinds the shortcuts
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
    // Keeps the space bar from scrolling the page.
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
  return event.key !== ' ' || !event.target.closest(USES_SPACE);
}
