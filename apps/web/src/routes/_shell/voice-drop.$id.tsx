import { createFileRoute } from '@tanstack/react-router';
import { readMoment } from '@undertone/domain/moment';
import { DropPage } from '#features/drops/page/drop-page.tsx';
import { dropOptions } from '#features/drops/queries.ts';

interface VoiceDropSearch {
  /** The second in the drop to which the address leads. */
  t?: number | undefined;
  /** Whether the comments are open in a window of their own. */
  comments?: 'open';
  /** The id of the comment that is brought into sight in that window. */
  comment?: string;
}

export const Route = createFileRoute('/_shell/voice-drop/$id')({
  validateSearch: ({ comments, comment, t }: Record<string, unknown>): VoiceDropSearch => ({
    t: readMoment(t),
    ...(comments === 'open' && { comments, ...(typeof comment === 'string' && { comment }) }),
  }),
  // Drops have their ids in small letters.
  params: { parse: ({ id }) => ({ id: id.toLowerCase() }) },
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(dropOptions(context.client, params.id));
  },
  component: VoiceDrop,
});

function VoiceDrop() {
  const { id } = Route.useParams();
  const { comments, t } = Route.useSearch();
  const navigate = Route.useNavigate();
  const setComments = (isOpen: boolean) =>
    void navigate({
      search: { t, ...(isOpen && { comments: 'open' }) },
      replace: true,
      resetScroll: false,
    });
  return (
    <div className="mx-auto w-full max-w-2xl">
      <DropPage key={id} id={id} moment={t} comments={[comments === 'open', setComments]} />
    </div>
  );
}
