import { createFileRoute, Navigate } from '@tanstack/react-router';
import { hashtagOf } from '@undertone/domain/hashtag-address';
import { readExploreParams } from '#features/search/explore-search.ts';
import { Explore } from '#features/search/explore.tsx';
import { Page } from '#shell/page.tsx';

export const Route = createFileRoute('/_shell/_member/explore')({
  validateSearch: readExploreParams,
  component: ExplorePage,
});

function ExplorePage() {
  const { q, filter = 'all', tag: typedTag = '' } = Route.useSearch();
  const navigate = Route.useNavigate();
  const tag = hashtagOf(typedTag);
  // The address that pages of hashtags had before.
  if (tag !== undefined) return <Navigate to="/tag/$tag" params={{ tag }} replace />;
  return (
    <Page title="Explore" subtitle="Listen around.">
      <Explore
        // A hashtag that cannot be one is searched for as text.
        search={{ words: q ?? typedTag, filter }}
        onSearch={(next, isTyping) =>
          // Typing adds no history entries; changing the filter adds one, so that Back undoes it.
          void navigate({
            search: readExploreParams({ q: next.words, filter: next.filter }),
            replace: isTyping,
            resetScroll: false,
          })
        }
      />
    </Page>
  );
}
