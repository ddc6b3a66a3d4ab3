import { createFileRoute } from '@tanstack/react-router';
import { readExploreParams, type TagOrder } from '#features/search/explore-search.ts';
import { hashtagOf } from '#features/search/hashtag-of.ts';
import { Explore } from '#features/search/explore.tsx';
import { TaggedDrops, TagHeader } from '#features/search/tag-page.tsx';
import { Page } from '#shell/page.tsx';

export const Route = createFileRoute('/_shell/_member/explore')({
  validateSearch: readExploreParams,
  component: ExplorePage,
});

function ExplorePage() {
  const { q, filter = 'all', tag: typedTag = '', order = 'newest' } = Route.useSearch();
  const navigate = Route.useNavigate();
  const tag = hashtagOf(typedTag);
  if (tag !== undefined) {
    const showBy = (chosen: TagOrder) =>
      void navigate({ search: readExploreParams({ tag, order: chosen }), resetScroll: false });
    return (
      <Page title={`#${tag}`} header={<TagHeader tag={tag} />}>
        <TaggedDrops tag={tag} order={order} onOrder={showBy} />
      </Page>
    );
  }
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
