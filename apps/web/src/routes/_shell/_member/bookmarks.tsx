import { createFileRoute } from '@tanstack/react-router';
import { BookmarkCount, BookmarkList } from '#features/bookmarks/bookmark-list.tsx';
import { readBookmarkParams, type BookmarkSearch } from '#features/bookmarks/bookmark-search.ts';
import { Page } from '#shell/page.tsx';

export const Route = createFileRoute('/_shell/_member/bookmarks')({
  validateSearch: readBookmarkParams,
  component: Bookmarks,
});

function Bookmarks() {
  const { user } = Route.useRouteContext();
  const { q = '', sort = 'recent' } = Route.useSearch();
  const search: BookmarkSearch = { words: q, sort };
  const navigate = Route.useNavigate();
  return (
    <Page
      title="Bookmarks"
      header={
        <div className="mb-8 flex items-center gap-3">
          <h1 className="text-3xl sm:text-4xl">Bookmarks</h1>
          <BookmarkCount userId={user.id} search={search} />
        </div>
      }
    >
      <BookmarkList
        userId={user.id}
        search={search}
        onSearch={({ words, sort: order }, isTyping) =>
          // Typing adds no history entries; changing the order adds one, so that Back undoes it.
          void navigate({
            search: readBookmarkParams({ q: words, sort: order }),
            replace: isTyping,
            resetScroll: false,
          })
        }
      />
    </Page>
  );
}
