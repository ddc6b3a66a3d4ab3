import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import NextDrops from '#features/drops/next/next-drops.tsx';
import { Button } from '#ui/button.tsx';
import { buttonClass } from '#ui/button-class.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { storeLeavesOutHeard, useLeavesOutHeard } from './leave-out-heard.ts';

/** How many drops are offered at most. */
const OFFERED = 3;

/** Says that a person has heard all drops of a list, and offers others. */
export default function AllHeard() {
  const isLeftOut = useLeavesOutHeard();
  const id = useId();
  return (
    <>
      <EmptyState
        title="You have heard everything here."
        description={
          isLeftOut && 'Voice drops that you have not heard to the end on this device will be here.'
        }
        action={
          <div className="flex flex-wrap justify-center gap-2">
            {isLeftOut && (
              <Button variant="secondary" onClick={() => storeLeavesOutHeard(false)}>
                Show All
              </Button>
            )}
            <Link to="/explore" className={buttonClass({ variant: 'secondary' })}>
              Explore Drops
            </Link>
          </div>
        }
      />
      <section aria-labelledby={id} className="mx-auto max-w-md has-[ul:empty]:hidden">
        <h2 id={id} className="text-lg">
          Not heard yet
        </h2>
        <NextDrops count={OFFERED} />
      </section>
    </>
  );
}
