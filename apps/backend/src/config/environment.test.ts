import { describe, expect, it } from 'vitest';
import { readConfig } from './environment.ts';

describe('PUBLIC_URL', () => {
  it.each(['https://site.example', 'https://site.example/', 'http://localhost:3000'])(
    'is the address of a host: %s',
    (PUBLIC_URL) => {
      expect(readConfig({ PUBLIC_URL }).publicUrl).toBe(PUBLIC_URL.replace(/\/$/, ''));
    },
  );

  it.each([
    'https://site.example/voices',
    'https://site.example/?a=b',
    'https://site.example/#top',
    'https://ann:secret@site.example',
    'site.example:3000',
    'ftp://site.example',
    'site',
  ])('is refused in one line when it is anything else: %s', (PUBLIC_URL) => {
    expect(() => readConfig({ PUBLIC_URL })).toThrow(/^PUBLIC_URL .+\.$/);
  });
});
