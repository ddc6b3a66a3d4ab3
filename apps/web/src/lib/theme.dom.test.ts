import { renderHook, act } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { setTheme, useTheme } from './theme.ts';

afterEach(() => setTheme('system'));

it('the system’s theme applies until a theme is chosen', () => {
  expect(renderHook(() => useTheme()).result.current).toBe('system');
});

it('a chosen theme applies at once and is kept for the next visit', () => {
  const { result } = renderHook(() => useTheme());
  act(() => setTheme('dark'));
  expect(result.current).toBe('dark');
  expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
  expect(localStorage.getItem('undertone:theme')).toBe('dark');
});

it.each([
  ['dark', 'dark'],
  [null, 'system'],
])('the theme follows another tab to %s', (newValue, theme) => {
  setTheme('light');
  const { result } = renderHook(() => useTheme());
  act(() => {
    dispatchEvent(new StorageEvent('storage', { key: 'undertone:theme', newValue }));
  });
  expect(result.current).toBe(theme);
});

it('choosing the system’s theme removes the kept choice', () => {
  setTheme('light');
  setTheme('system');
  expect(document.documentElement).not.toHaveAttribute('data-theme');
  expect(localStorage.getItem('undertone:theme')).toBeNull();
});
