import { Link } from '@tanstack/react-router';
import { buttonClass } from '#ui/button-class.ts';
import { SecurityRow } from './security-row.tsx';

/** Leads to the decisions about the person. Shown to everybody: it stands in the same place before there is one. */
export function StatementsRow() {
  return (
    <SecurityRow
      title="Decisions about you"
      action={
        <Link
          to="/statements/{-$id}"
          params={{ id: undefined }}
          className={buttonClass({ variant: 'secondary', size: 'sm' })}
        >
          Statements
        </Link>
      }
    >
      What our team has decided about you and what you posted, and why. You can appeal there.
    </SecurityRow>
  );
}
