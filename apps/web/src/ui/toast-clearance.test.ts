import { expect, it } from 'vitest';
import { toastClearance } from './toast-clearance.ts';

const footer = { top: 700, bottom: 800 };

it.each([
  ['at the bottom of the window where no dialog is so low', { top: 200, bottom: 600 }, footer, 0],
  ['above a dialog at the bottom', { top: 300, bottom: 800 }, footer, 500],
  ['above the buttons of a dialog as high as the window', { top: 40, bottom: 800 }, footer, 100],
  [
    'at the bottom of a dialog whose buttons are higher up',
    { top: 40, bottom: 800 },
    { top: 500, bottom: 600 },
    0,
  ],
  ['at the bottom of a dialog without buttons', { top: 40, bottom: 800 }, undefined, 0],
])('toasts stand %s', (_place, dialog, buttons, clearance) => {
  expect(toastClearance(800, dialog, buttons)).toBe(clearance);
});
