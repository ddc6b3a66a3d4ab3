import { clsx } from 'clsx';
import { useRef, type ReactNode } from 'react';
import { useScrub } from './use-scrub.ts';

interface ScrubberProps {
  /** The slider's accessible name, e.g. 'Seek in Morning thoughts'. */
  label: string;
  /** The position as text, e.g. '0:12 of 0:58'. */
  valueText?: string | undefined;
  /** The position, 0 to 1. */
  share: number;
  /** Called with the share at which a pointer was released, or to which a key has moved. */
  onSeek: (share: number) => void;
  /** The text of a share, e.g. '0:12', which is shown above the pointer while it scrubs. */
  textAt?: ((share: number) => string) | undefined;
  /** Draws the slider. @param shown the share under the pointer while it scrubs, else the position */
  children: (shown: number) => ReactNode;
  className?: string | undefined;
}

/**
 * A slider as wide as what it draws: pointers scrub on the whole of it, and seek when they are
 * released. An invisible range input below them is for keys and screen readers.
 */
export function Scrubber(props: ScrubberProps) {
  const { label, valueText, share, onSeek, textAt, children, className } = props;
  const input = useRef<HTMLInputElement>(null);
  const { scrubbed, handlers } = useScrub((sought) => {
    // As after a press on a range input, arrow keys go on from here.
    input.current?.focus({ preventScroll: true });
    onSeek(sought);
  });
  const shown = scrubbed ?? share;

  return (
    // The input inside is what a screen reader and the keyboard use; the surface is for pointers.
    <div
      role="presentation"
      {...handlers}
      // Otherwise a press would select text, and take the focus from what has it.
      onMouseDown={(event) => event.preventDefault()}
      // A sheet that is closed by a swipe does not take these movements as one.
      data-base-ui-swipe-ignore=""
      data-scrubbing={scrubbed === undefined ? undefined : ''}
      className={clsx(
        'group/scrubber relative cursor-pointer touch-pan-y rounded-sm select-none [-webkit-touch-callout:none]',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-4 has-focus-visible:outline-ink',
        className,
      )}
    >
      {children(shown)}
      {textAt && scrubbed !== undefined && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute bottom-full z-10 mb-1.5 -translate-x-1/2 rounded-full bg-ink px-2.5 py-1 text-xs font-medium text-ink-inverse tabular-nums"
          style={{ left: `clamp(1.5rem, ${scrubbed * 100}%, calc(100% - 1.5rem))` }}
        >
          {textAt(scrubbed)}
        </span>
      )}
      <input
        ref={input}
        type="range"
        min={0}
        max={100}
        step={1}
        value={Math.round(shown * 100)}
        aria-label={label}
        aria-valuetext={valueText}
        onChange={(event) => onSeek(event.currentTarget.valueAsNumber / 100)}
        className="pointer-events-none absolute inset-0 size-full opacity-0"
      />
    </div>
  );
}
