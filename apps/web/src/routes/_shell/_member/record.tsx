import { createFileRoute } from '@tanstack/react-router';
import { clsx } from 'clsx';
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

const recorderClass = 'pb-32 max-sm:not-has-[[data-post-bar]]:pt-8';
const recorderWithFormClass =
  'max-sm:has-[[data-post-bar]]:flex max-sm:has-[[data-post-bar]]:min-h-[calc(100dvh-var(--top-bar-height)-var(--page-foot)-3rem)] max-sm:has-[[data-post-bar]]:-mb-10 max-sm:has-[[data-post-bar]]:pb-0';

const TITLE = "What's on your mind today?";

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
      title={TITLE}
      // On a phone the form, which ends with a bar (`data-post-bar`), is to fit below without scrolling.
      header={
        <div className="mb-8 max-sm:in-[main:has([data-post-bar])]:-mt-4 max-sm:in-[main:has([data-post-bar])]:mb-1">
          <h1 className="text-3xl sm:text-4xl max-sm:in-[main:has([data-post-bar])]:text-title">
            {TITLE}
          </h1>
          <p className="mt-2 text-ink-soft max-sm:in-[main:has([data-post-bar])]:hidden">
            Share your thoughts anonymously with voice filters
          </p>
        </div>
      }
    >
      {/*
       * Lower on a phone, within reach of the thumb. With the form it is as high as the screen without its
       * bars and the heading, so that the form's bar is at the bottom, in the place of main's padding. The
       * padding below lets the post button scroll clear of a toast.
       */}
      <div className={clsx(recorderClass, recorderWithFormClass)}>
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
