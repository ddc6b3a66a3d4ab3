import { EmptyState } from '#ui/empty-state.tsx';
import { Page } from './page.tsx';

/** Where trending things come from is not decided yet: both lists are empty, and say so. */
export function TrendingPage() {
  return (
    <Page title="Trending">
      <section aria-labelledby="trending-topics">
        <h2 id="trending-topics" className="text-2xl">
          Trending Topics
        </h2>
        <EmptyState title="No trending topics yet" />
      </section>
      <section aria-labelledby="hot-drops" className="border-t border-line pt-8">
        <h2 id="hot-drops" className="text-2xl">
          Hot Drops Right Now
        </h2>
        <EmptyState
          title="No trending drops yet"
          description="Be the first to create viral content!"
        />
      </section>
    </Page>
  );
}
