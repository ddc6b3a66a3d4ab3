import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import type { MouseEvent } from 'react';
import { toast } from '#ui/toast.ts';

/** The id of the bar above the page, which says until when the account is suspended. */
export const RESTRICTION_BAR = 'restriction';

const SUSPENDED = 'Your account is suspended';
const READ_ONLY = 'You can read, listen, block and report, but not post.';
const WORDS = `${SUSPENDED}. ${READ_ONLY}`;

/** Stands in place of where something is written. */
function Note({ children = WORDS, className }: { children?: string; className?: string }) {
  return (
    <p className={clsx('text-[0.9375rem] text-ink-soft', className)}>
      {children}{' '}
      <Link to="/statements/{-$id}" params={{ id: undefined }} className="link whitespace-nowrap">
        Read why, and appeal
      </Link>
    </p>
  );
}

/**
 * What an account that is suspended has in place of what it cannot use. Nothing but the bar imports it, so that it is
 * fetched with the bar: the session has it for what writes.
 */
export const refusal = {
  /** Props of a control, to be spread after its own: it can have the focus, and a press says why it does nothing. */
  props: {
    'aria-disabled': true,
    'aria-describedby': RESTRICTION_BAR,
    'data-tooltip': SUSPENDED,
    onClick: (event: MouseEvent) => {
      // Of a form, too, which then is not sent.
      event.preventDefault();
      toast.info(SUSPENDED, { name: RESTRICTION_BAR, description: READ_ONLY });
    },
  },
  words: WORDS,
  Note,
} as const;
