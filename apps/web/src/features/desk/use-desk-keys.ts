import { useEffect, useEffectEvent } from 'react';
import { areLetterKeysOn, isShortcut } from '#features/player/letter-keys.ts';

/**
 * Binds letters and signs to actions while a screen is shown. They come before those of the player and of the rest
 * of the app, and can be switched off together with them.
 *
 * @param actions by the key
 */
export function useDeskKeys(actions: Readonly<Record<string, () => void>>): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
    if (!action || event.repeat || !areLetterKeysOn() || !isShortcut(event, document)) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listener, { capture: true });
    return () => document.removeEventListener('keydown', listener, { capture: true });
  }, []);
}
