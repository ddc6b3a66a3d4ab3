import { createFileRoute } from '@tanstack/react-router';
import {
  exploreSearch,
  readExploreAddress,
  writeExploreAddress,
} from '#features/search/explore-search.ts';
import { Explore } from '#features/search/explore.tsx';
import { Page } from '#shell/page.tsx';

export const Route = createFileRoute('/_shell/_member/explore')({
  validateSearch: readExploreAddress,
  loaderDeps: ({ search }) => exploreSearch(search),
  component: ExplorePage,
});

function ExplorePage() {
  const search = Route.useLoaderDeps();
  const navigate = Route.useNavigate();
  return (
    <Page title="Explore" subtitle="Listen around.">
      <Explore
        search={search}
        onSearch={(next, isTyping) =>
          // Typing adds no history entries; changing the filter adds one, so that Back undoes it.
          void navigate({
            search: writeExploreAddress(next),
            replace: isTyping,
            resetScroll: false,
          })
        }
      />
    </Page>
  );
}
