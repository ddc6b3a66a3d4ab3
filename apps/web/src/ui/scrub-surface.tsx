import { useRef } from 'react';
import { useScrub } from './use-scrub.ts';

/** The props of a slider that seeks, which its caller provides. */
export interface SeekProps {
  /** The slider's accessible name, e.g. 'Seek in Morning thoughts'. */
  label: string;
  /** The position as text, e.g. '0:12 of 0:58'. */
  valueText?: string;
  /** The text of a share, e.g. '0:12', which is shown above the pointer while it scrubs. */
  textAt?: (share: number) => string;
  /** Called with the share, 0 to 1, at which a pointer was released, or to which a key has moved. */
  onSeek: (share: number) => void;
  /** Whether the Tab key comes to the slider, as it does unless this is false. */
  isTabStop?: boolean;
}

interface ScrubSurfaceProps extends SeekProps {
  /** The position, 0 to 1; the share under the pointer while it scrubs. */
  shown: number;
  /** Called with the share under the pointer while it scrubs, and with undefined when that has ended. */
  onScrub: (share: number | undefined) => void;
}

/**
 * Makes a slider of what lies under it, a positioned element as wide as the whole: pointers scrub
 * anywhere on it, and seek when they are released. An invisible range input is for keys and screen
 * readers. Fetched after the first load, so that what is drawn shows before.
 */
export default function ScrubSurface(props: ScrubSurfaceProps) {
  const { label, valueText, textAt, onSeek, isTabStop = true, shown, onScrub } = props;
  const input = useRef<HTMLInputElement>(null);
  const { isScrubbing, handlers } = useScrub({
    onScrub,
    onSeek: (share) => {
      // As after a press on a range input, arrow keys go on from here.
      input.current?.focus({ preventScroll: true });
      onSeek(share);
    },
  });

  return (
    <div
      // The input inside is for screen readers and the keyboard, the surface for pointers.
      role="presentation"
      {...handlers}
      // Otherwise a press would select text, and take the focus from what has it.
      onMouseDown={(event) => event.preventDefault()}
      // A sheet that a swipe closes does not take these movements as one.
      data-base-ui-swipe-ignore=""
      className="absolute inset-0 cursor-pointer touch-pan-y rounded-sm select-none [-webkit-touch-callout:none] has-focus-visible:outline-2 has-focus-visible:outline-offset-4 has-focus-visible:outline-ink"
    >
      {textAt && isScrubbing && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute bottom-full z-10 mb-1.5 -translate-x-1/2 rounded-full bg-ink px-2.5 py-1 text-xs font-medium text-ink-inverse tabular-nums"
          style={{ left: `clamp(1.5rem, ${shown * 100}%, calc(100% - 1.5rem))` }}
        >
          {textAt(shown)}
        </span>
      )}
      <input
        ref={input}
        type="range"
        min={0}
        max={100}
        step={1}
        tabIndex={isTabStop ? undefined : -1}
        value={Math.round(shown * 100)}
        aria-label={label}
        aria-valuetext={valueText}
        onChange={(event) => onSeek(event.currentTarget.valueAsNumber / 100)}
        className="pointer-events-none absolute inset-0 size-full opacity-0"
      />
    </div>
  );
}
