import { useSyncExternalStore } from 'react';
import { readLocalItem, writeLocalItem } from './local-item.ts';

/**
 * Makes a switch that this device keeps, off by default.
 *
 * @returns a hook that reads the switch, and a function that sets it
 */
export function localSwitch(key: string): [useIsOn: () => boolean, store: (isOn: boolean) => void] {
  const listeners = new Set<() => void>();
  const subscribe = (notify: () => void) => {
    listeners.add(notify);
    return () => listeners.delete(notify);
  };
  return [
    () => useSyncExternalStore(subscribe, () => readLocalItem(key) !== null),
    (isOn) => {
      writeLocalItem(key, isOn ? 'yes' : null);
      for (const notify of listeners) notify();
    },
  ];
}
