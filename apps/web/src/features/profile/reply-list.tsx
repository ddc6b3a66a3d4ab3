import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TimeButton } from '#ui/time-button.tsx';
import { useClient } from '#lib/app.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Loading } from '#ui/loading.tsx';
import { QueryList } from '#ui/query-list.tsx';
import { repliesOptions, type Reply } from './reply-queries.ts';

export function ReplyList({ userId }: { userId: string }) {
  const list = useInfiniteQuery(repliesOptions(useClient(), userId));
  const replies = list.data?.pages.flatMap((page) => page.items) ?? [];

  return (
    <QueryList
      query={list}
      of="replies"
      failure="Failed to load replies"
      loading={<Loading label="Loading your replies..." />}
      isEmpty={replies.length === 0}
      empty={<EmptyState title="No replies yet" />}
    >
      <ul className="space-y-4">
        {replies.map((reply) => (
          <ReplyItem key={reply.id} reply={reply} />
        ))}
      </ul>
    </QueryList>
  );
}

function ReplyItem({ reply }: { reply: Reply }) {
  return (
    <li className="rounded-lg border border-line bg-paper-raised px-5 py-4">
      <p className="text-sm text-ink-soft">
        On{' '}
        <Link
          to="/voice-drop/$id"
          params={{ id: reply.dropId }}
          className="rounded-sm font-medium text-ink decoration-1 underline-offset-3 hover:underline"
        >
          <bdi>{reply.dropTitle}</bdi>
        </Link>{' '}
        by @{reply.dropAuthor} · <TimeButton moment={reply.createdAt} />
      </p>
      <p dir="auto" className="mt-2 wrap-anywhere whitespace-pre-line">
        {reply.content}
      </p>
    </li>
  );
}
