import { createFileRoute } from '@tanstack/react-router';
import { hashtagOf } from '@undertone/domain/hashtag-address';
import { TaggedDrops, TagHeader } from '#features/search/tag-page.tsx';
import { readTagParams } from '#features/search/tag-search.ts';
import { NotFoundMessage } from '#shell/not-found-page.tsx';
import { Page } from '#shell/page.tsx';

export const Route = createFileRoute('/_shell/tag/$tag')({
  validateSearch: readTagParams,
  component: TagRoute,
});

function TagRoute() {
  const tag = hashtagOf(Route.useParams().tag);
  const { order = 'newest' } = Route.useSearch();
  const navigate = Route.useNavigate();
  if (tag === undefined) return <NotFoundMessage />;
  return (
    <Page title={`#${tag}`} header={<TagHeader tag={tag} />}>
      <TaggedDrops
        tag={tag}
        order={order}
        onOrder={(chosen) =>
          void navigate({ search: readTagParams({ order: chosen }), resetScroll: false })
        }
      />
    </Page>
  );
}
