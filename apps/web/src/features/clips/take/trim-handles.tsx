import { clsx } from 'clsx';
import { useRef, type PointerEvent } from 'react';
import { KEPT_MIN_SECONDS } from './take-edits.ts';

/** What is kept of a take, as shares of its duration, 0 to 1. */
export interface KeptShare {
  start: number;
  end: number;
}

interface TrimHandlesProps {
  /** The duration of the take in seconds. */
  duration: number;
  kept: KeptShare;
  onChange: (kept: KeptShare) => void;
}

/** How far an arrow key moves a handle, in seconds. */
const STEP = 0.1;

/** Two handles over a waveform, for pointers, keys and screen readers. What is left out is covered. */
export function TrimHandles({ duration, kept, onChange }: TrimHandlesProps) {
  const area = useRef<HTMLDivElement>(null);
  const least = Math.min(1, KEPT_MIN_SECONDS / duration);
  const move = (edge: keyof KeptShare, share: number) =>
    onChange(
      edge === 'start'
        ? { ...kept, start: Math.min(Math.max(0, share), Math.max(0, kept.end - least)) }
        : { ...kept, end: Math.max(Math.min(1, share), Math.min(1, kept.start + least)) },
    );
  const handle = (edge: keyof KeptShare, label: string) => (
    <Handle
      label={label}
      seconds={kept[edge] * duration}
      duration={duration}
      isStart={edge === 'start'}
      left={`${kept[edge] * 100}%`}
      onMove={(seconds) => move(edge, seconds / duration)}
      onDrag={(x) => {
        const box = area.current?.getBoundingClientRect();
        if (box && box.width > 0) move(edge, (x - box.left) / box.width);
      }}
    />
  );
  return (
    // Only the handles take pointers: between them the waveform seeks.
    <div ref={area} className="pointer-events-none absolute inset-0">
      <Cover style={{ left: 0, width: `${kept.start * 100}%` }} />
      <Cover style={{ right: 0, width: `${(1 - kept.end) * 100}%` }} />
      <div
        aria-hidden="true"
        className="absolute -inset-y-1 border-y-2 border-ink"
        style={{ left: `${kept.start * 100}%`, right: `${(1 - kept.end) * 100}%` }}
      />
      {handle('start', 'Start of the recording')}
      {handle('end', 'End of the recording')}
    </div>
  );
}

function Cover({ style }: { style: Record<string, string | number> }) {
  return <div aria-hidden="true" className="absolute inset-y-0 bg-paper/75" style={style} />;
}

interface HandleProps {
  label: string;
  /** Its place, in seconds of the take. */
  seconds: number;
  duration: number;
  isStart: boolean;
  /** Its place, as a length in CSS. */
  left: string;
  onMove: (seconds: number) => void;
  /** Called with the horizontal place of a pointer that drags the handle. */
  onDrag: (x: number) => void;
}

function Handle({ label, seconds, duration, isStart, left, onMove, onDrag }: HandleProps) {
  const input = useRef<HTMLInputElement>(null);
  /** How far from the handle the pointer has caught it, so that it does not jump. */
  const caughtAt = useRef<number | null>(null);

  const startDrag = (event: PointerEvent<HTMLDivElement>) => {
    const { left: edge, width } = event.currentTarget.getBoundingClientRect();
    caughtAt.current = event.clientX - (edge + width / 2);
    event.currentTarget.setPointerCapture(event.pointerId);
    // Arrow keys go on from where the pointer ends.
    input.current?.focus({ preventScroll: true });
  };
  const drag = (event: PointerEvent) => {
    if (caughtAt.current !== null) onDrag(event.clientX - caughtAt.current);
  };
  const endDrag = () => {
    caughtAt.current = null;
  };

  return (
    <div
      // The input inside is for screen readers and the keyboard, this element for pointers.
      role="presentation"
      onPointerDown={startDrag}
      onPointerMove={drag}
      onPointerUp={endDrag}
      onPointerCancel={endDrag}
      // Otherwise a press would take the focus from the input.
      onMouseDown={(event) => event.preventDefault()}
      data-base-ui-swipe-ignore=""
      // Wider than what is drawn, for fingers.
      className="group pointer-events-auto absolute -inset-y-2 w-8 -translate-x-1/2 cursor-ew-resize touch-none"
      style={{ left }}
    >
      <input
        ref={input}
        type="range"
        min={0}
        max={duration}
        step={STEP}
        value={seconds}
        aria-label={label}
        aria-valuetext={`${seconds.toFixed(1)} of ${duration.toFixed(1)} seconds`}
        onChange={(event) => onMove(event.currentTarget.valueAsNumber)}
        className="pointer-events-none absolute inset-0 size-full opacity-0"
      />
      <span
        aria-hidden="true"
        className={clsx(
          'absolute inset-y-1 grid w-3.5 place-items-center bg-ink group-has-focus-visible:outline-2 group-has-focus-visible:outline-offset-2 group-has-focus-visible:outline-ink',
          isStart ? 'right-1/2 rounded-l-md' : 'left-1/2 rounded-r-md',
        )}
      >
        <span className="h-5 w-0.5 rounded-full bg-paper" />
      </span>
    </div>
  );
}
