import { initials } from '@undertone/domain/initials';
import { clsx } from 'clsx';
import { useState } from 'react';

type AvatarSize = 'xs' | 'sm' | 'md' | 'xl';

interface AvatarProps {
  /** The username; its initials replace a missing or broken picture. */
  name: string | null | undefined;
  src?: string | null | undefined;
  size?: AvatarSize;
  /** The initials to show without a name; by default 'US'. */
  fallback?: string;
  className?: string;
}

const sizes: Record<AvatarSize, string> = {
  xs: 'size-6 text-2xs',
  sm: 'size-8 text-xs',
  md: 'size-10 text-sm',
  xl: 'size-24 text-3xl',
};

/** A person's picture or initials. Hidden from screen readers: the person's name is shown beside the avatar. */
export function Avatar({ name, src, size = 'md', fallback, className }: AvatarProps) {
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
        initials(name, fallback)
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
