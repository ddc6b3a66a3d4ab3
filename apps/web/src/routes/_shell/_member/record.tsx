import { createFileRoute } from '@tanstack/react-router';
import { Recorder } from '#features/recorder/recorder.tsx';
import { ChooseUsername } from '#features/session/forms/choose-username.tsx';
import { useSession } from '#features/session/session-context.ts';
import { Page } from '#shell/page.tsx';

export const Route = createFileRoute('/_shell/_member/record')({
  loader: async () => void (await Recorder.load()),
  component: Record,
});

function Record() {
  const { user } = Route.useRouteContext();
  const { profile } = useSession();
  const navigate = Route.useNavigate();

  if (profile?.username === null) {
    return (
      <Page title="What shall we call you?" subtitle="A drop carries its author's name.">
        <div className="max-w-100">
          <ChooseUsername userId={user.id} />
        </div>
      </Page>
    );
  }
  return (
    <Page
      title="What's on your mind today?"
      subtitle="Share your thoughts anonymously with voice filters"
    >
      {/* Lower on a phone, within reach of the thumb. The padding below lets the post button scroll clear of a toast. */}
      <div className="pb-20 max-sm:pt-8">
        <Recorder
          key={user.id}
          userId={user.id}
          onPosted={() => void navigate({ to: '/app/profile' })}
        />
      </div>
    </Page>
  );
}
