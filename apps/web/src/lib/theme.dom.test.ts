import { renderHook, act } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { setTheme, useTheme } from './theme.ts';

afterEach(() => setTheme('system'));

it('follows the system until a theme is chosen', () => {
  expect(renderHook(() => useTheme()).result.current).toBe('system');
});

it('applies a chosen theme at once, and keeps it for the next visit', () => {
  const { result } = renderHook(() => useTheme());
  act(() => setTheme('dark'));
  expect(result.current).toBe('dark');
  expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
  expect(localStorage.getItem('undertone:theme')).toBe('dark');
});

it.each([
  ['dark', 'dark'],
  [null, 'system'],
])('follows another tab to %s', (newValue, theme) => {
  setTheme('light');
  const { result } = renderHook(() => useTheme());
  act(() => {
    dispatchEvent(new StorageEvent('storage', { key: 'undertone:theme', newValue }));
  });
  expect(result.current).toBe(theme);
});

it('forgets the choice when it goes back to the system', () => {
  setTheme('light');
  setTheme('system');
  expect(document.documentElement).not.toHaveAttribute('data-theme');
  expect(localStorage.getItem('undertone:theme')).toBeNull();
});
