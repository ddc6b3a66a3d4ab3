import { useSyncExternalStore } from 'react';
import { logFailure } from './log.ts';

export type Theme = 'system' | 'light' | 'dark';

/** Also read by public/start.js before the first paint. */
const STORAGE_KEY = 'undertone:theme';

const listeners = new Set<() => void>();

function storedTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

/** Applies a theme in all tabs and keeps it for the next visit; 'system' follows the device. */
export function setTheme(theme: Theme): void {
  show(theme);
  try {
    if (theme === 'system') localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, theme);
  } catch (cause) {
    logFailure('The theme could not be kept for the next visit.', cause);
  }
}

function show(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  for (const notify of listeners) notify();
}

// The event fires only for changes by other tabs.
addEventListener('storage', ({ key, newValue }) => {
  if (key === STORAGE_KEY) show(newValue === 'light' || newValue === 'dark' ? newValue : 'system');
});

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

/** The chosen theme. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, storedTheme);
}
