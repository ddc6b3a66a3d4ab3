import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');

it('the document shows the app’s ornament while the app loads', () => {
  const [, bars = ''] = /'(M3 14[^']+)'/.exec(read('src/ui/waveform-ornament.tsx')) ?? [];
  expect(bars).not.toBe('');
  expect(read('index.html')).toContain(`d="${bars}"`);
});
