import { createFileRoute } from '@tanstack/react-router';
import { PromptNote } from '#features/drops/prompt/prompt-note.tsx';
import { Recorder, RECORDER_LOADING } from '#features/recorder/recorder.tsx';
import { useSession } from '#features/session/session-context.ts';
import { Page } from '#shell/page.tsx';
import { lazyPart, toastMissingCode } from '#ui/lazy-part.tsx';
import { Loading } from '#ui/loading.tsx';

/** Few accounts lack a username: those that a sign-in provider made. */
const ChooseUsername = lazyPart(
  async () => {
    const { ChooseUsername } = await import('#features/session/forms/choose-username.tsx');
    return { default: ChooseUsername };
  },
  { fallback: <Loading /> },
);

interface RecordSearch {
  /** The place of a prompt that is shown above the recorder, in `PROMPTS` of packages/domain. */
  prompt?: number;
}

export const Route = createFileRoute('/_shell/_member/record')({
  validateSearch: ({ prompt }: Record<string, unknown>): RecordSearch =>
    typeof prompt === 'number' ? { prompt } : {},
  // Fetched beside the page's code. Not awaited: the page says what it waits for.
  loader: () => Recorder.preload(),
  component: Record,
  pendingComponent: () => <Loading label={RECORDER_LOADING} />,
  // At once, and no longer than the page's code is on its way.
  pendingMs: 100,
  pendingMinMs: 0,
});

function Record() {
  const { user } = Route.useRouteContext();
  const { profile } = useSession();
  const { prompt } = Route.useSearch();
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
        <PromptNote number={prompt} />
        <Recorder
          key={user.id}
          userId={user.id}
          onMissing={toastMissingCode}
          onPosted={() => void navigate({ to: '/app/profile' })}
        />
      </div>
    </Page>
  );
}
