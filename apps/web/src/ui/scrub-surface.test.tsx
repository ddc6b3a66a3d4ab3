import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import ScrubSurface from './scrub-surface.tsx';

function Slider({ onSeek }: { onSeek: (share: number) => void }) {
  const [scrubbed, setScrubbed] = useState<number>();
  const shown = scrubbed ?? 0.25;
  return (
    <>
      <output>{shown}</output>
      <ScrubSurface
        label="Seek"
        textAt={(share) => `at ${Math.round(share * 60)} s`}
        onSeek={onSeek}
        shown={shown}
        onScrub={setScrubbed}
      />
    </>
  );
}

/** A slider at a quarter that begins 100 pixels from the left of the window and is 200 wide. */
function setUp() {
  const onSeek = vi.fn<(share: number) => void>();
  render(<Slider onSeek={onSeek} />);
  const surface = screen.getByRole('presentation');
  vi.spyOn(surface, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 0, 200, 40));
  const shown = () => Number(screen.getByRole('status').textContent);
  return { surface, onSeek, shown };
}

const mouse = { pointerId: 1, pointerType: 'mouse', button: 0 };
const finger = { pointerId: 2, pointerType: 'touch', button: 0 };

it('a scrub surface shows the position of a mouse from its press on, and seeks when it is released', () => {
  const { surface, onSeek, shown } = setUp();
  fireEvent.pointerDown(surface, { ...mouse, clientX: 150 });
  expect(shown()).toBe(0.25);
  fireEvent.pointerMove(surface, { ...mouse, clientX: 250 });
  expect(shown()).toBe(0.75);
  expect(screen.getByText('at 45 s')).toBeVisible();
  expect(onSeek).not.toHaveBeenCalled();
  fireEvent.pointerUp(surface, { ...mouse, clientX: 260 });
  expect(onSeek).toHaveBeenCalledExactlyOnceWith(0.8);
  expect(screen.queryByText(/^at /)).not.toBeInTheDocument();
  expect(screen.getByRole('slider')).toHaveFocus();
});

it('a scrub surface follows a finger once it has moved sideways, also beyond the ends', () => {
  const { surface, onSeek, shown } = setUp();
  fireEvent.pointerDown(surface, { ...finger, clientX: 200 });
  fireEvent.pointerMove(surface, { ...finger, clientX: 203 });
  expect(shown()).toBe(0.25);
  fireEvent.pointerMove(surface, { ...finger, clientX: 400 });
  expect(shown()).toBe(1);
  fireEvent.pointerUp(surface, { ...finger, clientX: 60 });
  expect(onSeek).toHaveBeenCalledExactlyOnceWith(0);
});

it('a scrub surface seeks where a finger taps', () => {
  const { surface, onSeek } = setUp();
  fireEvent.pointerDown(surface, { ...finger, clientX: 200 });
  fireEvent.pointerUp(surface, { ...finger, clientX: 200 });
  expect(onSeek).toHaveBeenCalledExactlyOnceWith(0.5);
});

it('a scrub surface goes back to the position when the browser takes the finger for scrolling', () => {
  const { surface, onSeek, shown } = setUp();
  fireEvent.pointerDown(surface, { ...finger, clientX: 150 });
  fireEvent.pointerMove(surface, { ...finger, clientX: 250 });
  fireEvent.pointerCancel(surface, { ...finger });
  expect(shown()).toBe(0.25);
  fireEvent.pointerUp(surface, { ...finger, clientX: 250 });
  expect(onSeek).not.toHaveBeenCalled();
});

it('a second finger and the right mouse button do not scrub', () => {
  const { surface, onSeek, shown } = setUp();
  fireEvent.pointerDown(surface, { ...mouse, button: 2, clientX: 250 });
  expect(shown()).toBe(0.25);
  fireEvent.pointerDown(surface, { ...finger, clientX: 150 });
  fireEvent.pointerMove(surface, { ...finger, clientX: 200 });
  fireEvent.pointerMove(surface, { ...finger, pointerId: 3, clientX: 280 });
  fireEvent.pointerUp(surface, { ...finger, pointerId: 3, clientX: 280 });
  expect(shown()).toBe(0.5);
  expect(onSeek).not.toHaveBeenCalled();
});

it('keys seek in steps of one percent', () => {
  const { onSeek } = setUp();
  const slider = screen.getByRole('slider', { name: 'Seek' });
  expect(slider).toHaveValue('25');
  fireEvent.change(slider, { target: { value: '26' } });
  expect(onSeek).toHaveBeenCalledExactlyOnceWith(0.26);
});
