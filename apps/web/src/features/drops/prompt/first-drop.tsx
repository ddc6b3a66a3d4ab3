import { Link } from '@tanstack/react-router';
import { PROMPTS, promptOn } from '@undertone/domain/prompt';
import { Mic } from 'lucide-react';
import { useState } from 'react';
import { PeopleToFollow } from '#features/drops/suggestions/people-to-follow.tsx';
import { buttonClass } from '#ui/button-class.ts';
import { EmptyState } from '#ui/empty-state.tsx';

interface FirstDropProps {
  title: string;
  /** The name of the button that opens the recorder. */
  recordLabel: string;
  /** Whether people to follow are shown; by default they are. */
  withPeople?: boolean;
}

/** Shown in place of a member's empty list of drops: invites to post a first one, and to follow people. */
export default function FirstDrop({ title, recordLabel, withPeople = true }: FirstDropProps) {
  const [prompt] = useState(() => promptOn(new Date()));
  return (
    <>
      <EmptyState
        title={title}
        description={
          <>
            Not sure how to begin? Today’s question:
            <Link
              to="/record"
              search={{ prompt }}
              className="mt-3 block rounded-lg border border-line bg-paper-raised px-5 py-4 font-display text-lg leading-snug text-balance text-ink transition-colors hover:bg-paper-hover"
            >
              {PROMPTS[prompt]}
            </Link>
          </>
        }
        action={
          <Link to="/record" className={buttonClass({ variant: 'voice' })}>
            <Mic /> {recordLabel}
          </Link>
        }
      />
      {withPeople && <PeopleToFollow />}
    </>
  );
}
