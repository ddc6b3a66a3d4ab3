import { writeLocalItem } from './local-item.ts';

export type Theme = 'system' | 'light' | 'dark';

/** Also read by public/start.js before the first paint. */
const STORAGE_KEY = 'undertone:theme';

/** Applies a theme in all tabs and stores it for the next visit; 'system' follows the device. */
export function setTheme(theme: Theme): void {
  show(theme);
  writeLocalItem(STORAGE_KEY, theme === 'system' ? null : theme);
}

function show(theme: string | null): void {
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
  else delete document.documentElement.dataset['theme'];
}

// The event fires only for changes by other tabs.
addEventListener('storage', ({ key, newValue }) => {
  if (key === STORAGE_KEY) show(newValue);
});
