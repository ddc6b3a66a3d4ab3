import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { RecorderPhase } from '#features/clips/recorder/recorder-state.ts';
import { RecordButton } from './record-button.tsx';

const buttonAt = (seconds: number, phase: RecorderPhase = 'recording') => (
  <RecordButton
    ref={null}
    phase={phase}
    seconds={seconds}
    level={() => 0}
    clock={() => seconds}
    isCompact={false}
    onRecord={() => {}}
    onStop={() => {}}
  />
);

it('the last ten seconds of a recording count down', () => {
  const { rerender } = render(buttonAt(49));
  const stop = screen.getByRole('button', { name: 'Stop recording' });
  expect(stop).toHaveTextContent('');
  rerender(buttonAt(50));
  expect(stop).toHaveTextContent('10');
  rerender(buttonAt(59));
  expect(stop).toHaveTextContent('1');
  rerender(buttonAt(59, 'ready'));
  expect(stop).toHaveTextContent('');
});

it('a ring fills over the sixty seconds of a recording', () => {
  const { container, rerender } = render(buttonAt(0));
  const left = () => {
    const ring = container.querySelector('[stroke-dasharray]');
    return (
      Number(ring?.getAttribute('stroke-dashoffset')) /
      Number(ring?.getAttribute('stroke-dasharray'))
    );
  };
  expect(left()).toBeCloseTo(1);
  rerender(buttonAt(45));
  expect(left()).toBeCloseTo(0.25);
  rerender(buttonAt(61));
  expect(left()).toBeCloseTo(0);
});
