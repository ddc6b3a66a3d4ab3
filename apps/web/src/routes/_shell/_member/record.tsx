import { createFileRoute } from '@tanstack/react-router';
import { preloadRecorder, Recorder } from '#features/recorder/recorder.tsx';
import { Page } from '#shell/page.tsx';

export const Route = createFileRoute('/_shell/_member/record')({
  loader: preloadRecorder,
  component: Record,
});

function Record() {
  const { user } = Route.useRouteContext();
  const navigate = Route.useNavigate();
  return (
    <Page
      title="What's on your mind today?"
      subtitle="Share your thoughts anonymously with voice filters"
    >
      {/* Lower on a phone, for the thumb; and room at the foot, to scroll the post button clear of a toast. */}
      <div className="pb-20 max-sm:pt-8">
        <Recorder userId={user.id} onPosted={() => void navigate({ to: '/app/profile' })} />
      </div>
    </Page>
  );
}
