import { createFileRoute } from '@tanstack/react-router';
import { DropPage } from '#features/drops/page/drop-page.tsx';
import { dropOptions } from '#features/drops/queries.ts';

interface VoiceDropSearch {
  /** Whether the comments are open in a window of their own. */
  comments?: 'open';
  /** The id of the comment that is brought into sight in that window. */
  comment?: string;
}

export const Route = createFileRoute('/_shell/voice-drop/$id')({
  validateSearch: ({ comments, comment }: Record<string, unknown>): VoiceDropSearch =>
    comments === 'open' ? { comments, ...(typeof comment === 'string' && { comment }) } : {},
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(dropOptions(context.client, params.id));
  },
  component: VoiceDrop,
});

function VoiceDrop() {
  const { id } = Route.useParams();
  const { comments } = Route.useSearch();
  const navigate = Route.useNavigate();
  const setComments = (isOpen: boolean) =>
    void navigate({
      search: isOpen ? { comments: 'open' } : {},
      replace: true,
      resetScroll: false,
    });
  return (
    <div className="mx-auto w-full max-w-2xl">
      <DropPage key={id} id={id} comments={[comments === 'open', setComments]} />
    </div>
  );
}
