import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { buttonClass } from '#ui/button-class.ts';

/** A link to the queue, with its filters. */
export function BackToQueue() {
  return (
    <Link
      to="/desk/$"
      params={{ _splat: 'queue' }}
      search
      className={buttonClass({ variant: 'quiet', size: 'sm' })}
    >
      <ArrowLeft aria-hidden="true" />
      Queue
    </Link>
  );
}
