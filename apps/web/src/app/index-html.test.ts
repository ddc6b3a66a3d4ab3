import { expect, it } from 'vitest';
import { waveformPath } from '#ui/waveform-ornament.tsx';
import html from '../../index.html?raw';

it('the document shows the decorative waveform while the app loads', () => {
  expect(html).toContain(`d="${waveformPath}"`);
});
