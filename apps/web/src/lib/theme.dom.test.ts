import { afterEach, expect, it } from 'vitest';
import { setTheme } from './theme.ts';

afterEach(() => setTheme('system'));

const shownTheme = () => document.documentElement.dataset['theme'];

it('a chosen theme is applied at once and stored for the next visit', () => {
  expect(shownTheme()).toBeUndefined();
  setTheme('dark');
  expect(shownTheme()).toBe('dark');
  expect(localStorage.getItem('undertone:theme')).toBe('dark');
});

it.each([
  ['dark', 'dark'],
  [null, undefined],
])('the theme follows the change to %s in another tab', (newValue, theme) => {
  setTheme('light');
  dispatchEvent(new StorageEvent('storage', { key: 'undertone:theme', newValue }));
  expect(shownTheme()).toBe(theme);
});

it('the choice of the system’s theme removes the stored theme', () => {
  setTheme('light');
  setTheme('system');
  expect(shownTheme()).toBeUndefined();
  expect(localStorage.getItem('undertone:theme')).toBeNull();
});
