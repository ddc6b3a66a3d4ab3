import { countLabel } from '@undertone/domain/number-labels';
import type { ReactNode } from 'react';
import { cardActionClass } from './card-action.tsx';

interface DropCountProps {
  count: number;
  /** What is counted: one, and several. */
  of: readonly [one: string, several: string];
  icon: ReactNode;
}

/** A count in a card's foot that is no button. */
export function DropCount({ count, of: [one, several], icon }: DropCountProps) {
  return (
    <p className={cardActionClass}>
      {icon}
      {countLabel(count)} <span className="sr-only">{count === 1 ? one : several}</span>
    </p>
  );
}
