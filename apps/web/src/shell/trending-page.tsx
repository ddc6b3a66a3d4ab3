import { Link } from '@tanstack/react-router';
import { Mic } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { HotDrops } from '#features/feed/hot-drops.tsx';
import { TrendingTopics } from '#features/feed/trending-topics.tsx';
import { buttonClass } from '#ui/button-class.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Page } from './page.tsx';

/** The hashtags and the drops of the moment. */
export function TrendingPage() {
  return (
    <Page title="Trending" width="wide">
      <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[2fr_3fr]">
        <Chart title="Trending Topics">
          {() => (
            <TrendingTopics
              empty={
                <EmptyState
                  title="No trending topics yet"
                  description="The hashtags that several people use and hear will be here."
                  action={
                    <Link to="/explore" className={buttonClass({ variant: 'secondary' })}>
                      Explore Drops
                    </Link>
                  }
                />
              }
            />
          )}
        </Chart>
        <Chart title="Hot Drops Right Now">
          {(id) => (
            <HotDrops
              label={id}
              empty={
                <EmptyState
                  title="No trending drops yet"
                  description={
                    <>
                      Be the first to create viral content!
                      <span className="mt-2 block">
                        What people hear to the end, like and answer will be here.
                      </span>
                    </>
                  }
                  action={
                    <Link to="/record" className={buttonClass({ variant: 'voice' })}>
                      <Mic /> Post Voice Drop
                    </Link>
                  }
                />
              }
            />
          )}
        </Chart>
      </div>
    </Page>
  );
}

interface ChartProps {
  title: string;
  /** @param id of the heading */
  children: (id: string) => ReactNode;
}

function Chart({ title, children }: ChartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="mb-4 text-2xl">
        {title}
      </h2>
      {children(id)}
    </section>
  );
}
