import { Link } from '@tanstack/react-router';
import { Mic } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { buttonClass } from '#ui/button-class.ts';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Page } from './page.tsx';

/** A placeholder: what counts as trending is not specified yet, so both lists are empty. */
export function TrendingPage() {
  return (
    <Page title="Trending" width="wide">
      <div className="grid gap-5 lg:grid-cols-[2fr_3fr]">
        <Chart title="Trending Topics">
          <EmptyState
            title="No trending topics yet"
            description="The hashtags that many people use will be here. They are not counted yet."
            action={
              <Link to="/explore" className={buttonClass({ variant: 'secondary' })}>
                Explore Drops
              </Link>
            }
          />
        </Chart>
        <Chart title="Hot Drops Right Now">
          <EmptyState
            title="No trending drops yet"
            description={
              <>
                Be the first to create viral content!
                <span className="mt-2 block">
                  What people are answering right now will be here. It is not counted yet.
                </span>
              </>
            }
            action={
              <Link to="/record" className={buttonClass({ variant: 'voice' })}>
                <Mic /> Post Voice Drop
              </Link>
            }
          />
        </Chart>
      </div>
    </Page>
  );
}

function Chart({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Card className="rounded-xl! sm:px-7">
      <section aria-labelledby={id} className="flex h-full flex-col">
        <h2 id={id} className="text-2xl">
          {title}
        </h2>
        <div className="grid grow place-items-center">{children}</div>
      </section>
    </Card>
  );
}
