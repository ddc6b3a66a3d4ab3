import { clsx } from 'clsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'voice';
export type ButtonSize = 'sm' | 'md' | 'lg';

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-ink text-ink-inverse hover:opacity-88',
  secondary: 'border border-line bg-paper-raised hover:bg-paper-hover',
  quiet: 'text-ink-soft hover:bg-paper-hover hover:text-ink',
  danger: 'border border-danger text-danger hover:bg-danger-wash',
  voice: 'bg-voice text-voice-ink hover:bg-voice-deep',
};

const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-9 gap-1.5 px-3.5 text-sm',
  md: 'min-h-11 gap-2 px-5 text-[0.9375rem]',
  lg: 'min-h-13 gap-2.5 px-7 text-base',
};

/**
 * The classes of a button, for links that look like one.
 *
 * A screen has at most one `primary` button. `voice` is only for what records,
 * plays or posts a voice.
 */
export function buttonClass({
  variant = 'primary',
  size = 'md',
}: { variant?: ButtonVariant; size?: ButtonSize } = {}): string {
  return clsx(
    // The label has one line wherever the button can be as wide as that.
    'inline-flex max-w-full shrink-0 items-center justify-center rounded-full text-center leading-tight font-medium',
    'transition-[background-color,color,opacity,scale] select-none active:scale-[0.985]',
    'disabled:pointer-events-none disabled:opacity-45 aria-disabled:opacity-45',
    '[&_svg]:size-[1.15em] [&_svg]:shrink-0',
    variants[variant],
    sizes[size],
  );
}
