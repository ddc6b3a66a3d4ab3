import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

type IconButtonVariant = 'quiet' | 'outline' | 'ink' | 'voice' | 'play';
type IconButtonSize = 'sm' | 'md' | 'lg' | 'xl';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** The accessible name and the tooltip. */
  label: string;
  /** A shorter tooltip where the context says the rest; the empty string for no tooltip. */
  tooltip?: string;
  variant?: IconButtonVariant;
  size?: IconButtonSize;
}

const variants: Record<IconButtonVariant, string> = {
  quiet: 'text-ink-soft hover:bg-paper-hover hover:text-ink',
  outline: 'border border-line bg-paper-raised hover:bg-paper-hover',
  ink: 'bg-ink text-ink-inverse hover:opacity-88',
  voice: 'bg-voice text-voice-ink hover:bg-voice-deep',
  play: 'play-button',
};

const sizes: Record<IconButtonSize, string> = {
  sm: 'size-10 [&_svg]:size-4.5',
  md: 'size-11 [&_svg]:size-5',
  lg: 'size-14 [&_svg]:size-6',
  xl: 'size-18 [&_svg]:size-8',
};

/** The classes of a round button with only an icon, for links that look like one. */
export function iconButtonClass({
  variant = 'quiet',
  size = 'md',
}: { variant?: IconButtonVariant; size?: IconButtonSize } = {}): string {
  return clsx(
    'inline-grid shrink-0 place-items-center rounded-full transition-[background-color,color,opacity,scale]',
    'active:scale-[0.96] disabled:pointer-events-none disabled:opacity-45',
    variants[variant],
    sizes[size],
  );
}

/** A round button with only an icon. */
export function IconButton({
  label,
  tooltip = label,
  variant = 'quiet',
  size = 'md',
  type = 'button',
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      data-tooltip={tooltip}
      className={clsx(iconButtonClass({ variant, size }), className)}
    />
  );
}
