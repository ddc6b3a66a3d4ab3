import { createFileRoute } from '@tanstack/react-router';
import { readExploreAddress, type TagOrder } from '#features/search/explore-search.ts';
import { hashtagOf } from '#features/search/hashtag-of.ts';
import { Explore } from '#features/search/explore.tsx';
import { TaggedDrops, TagHeader } from '#features/search/tag-page.tsx';
import { writeExploreAddress } from '#features/search/write-explore-address.ts';
import { Page } from '#shell/page.tsx';

export const Route = createFileRoute('/_shell/_member/explore')({
  validateSearch: readExploreAddress,
  component: ExplorePage,
});

function ExplorePage() {
  const address = Route.useSearch();
  const navigate = Route.useNavigate();
  const tag = hashtagOf(address.tag ?? '');
  if (tag !== undefined) {
    const showBy = (order: TagOrder) =>
      void navigate({
        search: { tag, ...(order === 'hottest' && { order }) },
        resetScroll: false,
      });
    return (
      <Page title={`#${tag}`} header={<TagHeader tag={tag} />}>
        <TaggedDrops tag={tag} order={address.order ?? 'newest'} onOrder={showBy} />
      </Page>
    );
  }
  return (
    <Page title="Explore" subtitle="Listen around.">
      <Explore
        // A hashtag that cannot be one is searched for as text.
        search={{ words: address.q ?? address.tag ?? '', filter: address.filter ?? 'all' }}
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
