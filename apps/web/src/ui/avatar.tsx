import { drawPicture, PICTURE_BAR_WIDTH } from '@undertone/domain/drawn-avatar';
import { cssColour } from '@undertone/domain/drawn-colours';
import { FALLBACK_INITIALS } from '@undertone/domain/initials';
import { clsx } from 'clsx';
import { useState } from 'react';

type AvatarSize = 'xs' | 'sm' | 'md' | 'xl';

interface AvatarProps {
  /** The account's id, from which a missing or broken picture is drawn. */
  id: string | null | undefined;
  src?: string | null | undefined;
  size?: AvatarSize;
  /** Shown without an id and a picture; by default 'US'. */
  fallback?: string;
  className?: string;
}

const sizes: Record<AvatarSize, string> = {
  xs: 'size-6 text-2xs',
  sm: 'size-8 text-xs',
  md: 'size-10 text-sm',
  xl: 'size-24 text-3xl',
};

/** A person's picture, or one drawn for their account. Hidden from screen readers: the person's name is shown beside the avatar. */
export function Avatar(props: AvatarProps) {
  const { id, src, size = 'md', fallback = FALLBACK_INITIALS, className } = props;
  const [broken, setBroken] = useState<string>();
  const picture = src && src !== broken ? src : undefined;
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'inline-grid shrink-0 place-items-center overflow-hidden rounded-full bg-paper-hover font-display font-medium text-ink-soft select-none',
        sizes[size],
        className,
      )}
    >
      {picture === undefined ? (
        id ? (
          <DrawnPicture id={id} />
        ) : (
          fallback
        )
      ) : (
        <img
          src={picture}
          alt=""
          decoding="async"
          className="size-full object-cover"
          onError={() => setBroken(picture)}
        />
      )}
    </span>
  );
}

function DrawnPicture({ id }: { id: string }) {
  const { top, bottom, ink, bars } = drawPicture(id);
  return (
    <svg
      viewBox="0 0 100 100"
      className="size-full"
      style={{ background: `linear-gradient(${cssColour(top)},${cssColour(bottom)})` }}
    >
      <path
        d={bars.map(({ x, height }) => `M${x} ${50 - height / 2}v${height}`).join('')}
        stroke={cssColour(ink)}
        strokeWidth={PICTURE_BAR_WIDTH}
        strokeLinecap="round"
      />
    </svg>
  );
}
