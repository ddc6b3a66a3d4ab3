import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Waveform } from './waveform.tsx';

const peaks = Array.from({ length: 100 }, (_, index) => index % 10);

function barCount(container: HTMLElement): number {
  return container.querySelector('path')?.getAttribute('d')?.match(/M/g)?.length ?? 0;
}

function resizeTo(width: number) {
  window.innerWidth = width;
  fireEvent(window, new Event('resize'));
}

afterEach(() => resizeTo(1024));

it('a waveform has 60 bars, and 40 below 640 pixels', () => {
  const { container } = render(<Waveform peaks={peaks} />);
  expect(barCount(container)).toBe(60);
  resizeTo(639);
  expect(barCount(container)).toBe(40);
});

it('moving the slider seeks', async () => {
  const onSeek = vi.fn();
  render(<Waveform peaks={peaks} progress={0.2} seek={{ label: 'Seek', onSeek }} />);
  const slider = await screen.findByRole('slider', { name: 'Seek' });
  expect(slider).toHaveValue('20');
  fireEvent.change(slider, { target: { value: '75' } });
  expect(onSeek).toHaveBeenCalledWith(0.75);
});

it('a waveform without seek has no slider', () => {
  render(<Waveform peaks={peaks} />);
  expect(screen.queryByRole('slider')).not.toBeInTheDocument();
});
