import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

/** The classes of an entry in a card's row of actions: an icon, and for some a count. */
export const cardActionClass =
  'flex h-11 min-w-11 items-center justify-center gap-1.5 rounded-full px-1.5 text-sm text-ink-soft tabular-nums first:justify-start first:pl-3.25 sm:px-2.5 ' +
  '[&_svg]:size-4.5 [&_svg]:shrink-0 [&_svg]:stroke-[1.75]';

interface CardActionProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** The accessible name: the action, the drop's title, and the shown count. */
  label: string;
  /** The effect of a press, e.g. 'Unlike'. */
  tooltip: string;
}

/** A button in a card's row of actions. */
export function CardAction({ label, tooltip, ...rest }: CardActionProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      data-tooltip={tooltip}
      className={clsx(
        cardActionClass,
        'transition-[background-color,color,scale] select-none hover:bg-paper-hover hover:text-ink active:scale-[0.96] aria-pressed:text-ink',
      )}
    />
  );
}
