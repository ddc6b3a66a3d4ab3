import { expect, it, vi } from 'vitest';
import { rememberSession } from '#test/session.ts';
import { hasStoredSession } from './has-stored-session.ts';

it('hasStoredSession reports a stored session, and ignores the key of a sign-in that is under way', () => {
  localStorage.setItem('sb-undertone-auth-token-code-verifier', '"abc"');
  localStorage.setItem('undertone:theme', 'dark');
  expect(hasStoredSession()).toBe(false);
  rememberSession('mira');
  expect(hasStoredSession()).toBe(true);
});

it('finds no session where local storage is blocked', () => {
  const blocked = new Proxy(localStorage, {
    ownKeys: () => {
      throw new DOMException('', 'SecurityError');
    },
  });
  vi.stubGlobal('localStorage', blocked);
  expect(hasStoredSession()).toBe(false);
});
