import { cssColour } from '@undertone/domain/drawn-colours';
import { drawSleeve, type SleeveClip } from '@undertone/domain/sleeve';
import { clsx } from 'clsx';
import { useMemo } from 'react';

interface SleeveProps {
  clip: SleeveClip;
  /** Classes, which must set the size. */
  className: string;
}

/** The picture that is drawn from a clip. Hidden from screen readers: the clip's title is shown beside it. */
export function Sleeve({ clip, className }: SleeveProps) {
  const { id, userId, filter, waveform } = clip;
  // A card renders again when its counts change.
  const { ground, layers } = useMemo(
    () => drawSleeve({ id, userId, filter, waveform }),
    [id, userId, filter, waveform],
  );
  return (
    <svg
      viewBox="0 0 100 100"
      // Fills a place that is not square.
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={clsx('outline-1 -outline-offset-1 outline-ink/10', className)}
      style={{ background: cssColour(ground) }}
    >
      {layers.map(({ colour, opacity, path }) => (
        <path key={path} d={path} fill={cssColour(colour)} fillOpacity={opacity} />
      ))}
    </svg>
  );
}
