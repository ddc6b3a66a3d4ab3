import { createFileRoute, redirect } from '@tanstack/react-router';
import { AuthPage, type AuthTab } from '#features/session/auth-page.tsx';
import { internalPath } from '#features/session/internal-path.ts';

interface AuthSearch {
  /** The path to go on to after signing in. */
  next?: string;
  /** Which tab is open; the one for signing in unless told otherwise. */
  tab?: 'sign-up';
}

export const Route = createFileRoute('/auth')({
  validateSearch: (search: Record<string, unknown>): AuthSearch => {
    const next = internalPath(search['next'], location.origin);
    return {
      ...(next !== undefined && { next }),
      ...(search['tab'] === 'sign-up' && { tab: 'sign-up' as const }),
    };
  },
  beforeLoad: async ({ context, search }) => {
    const { status } = await context.session.settled();
    if (status === 'signed-in') throw redirect({ href: search.next ?? '/app', replace: true });
  },
  component: Auth,
});

function Auth() {
  const { next, tab } = Route.useSearch();
  const navigate = Route.useNavigate();
  const showTab = (chosen: AuthTab) =>
    navigate({
      search: {
        ...(next !== undefined && { next }),
        ...(chosen === 'sign-up' && { tab: chosen }),
      },
      replace: true,
    });
  return <AuthPage tab={tab ?? 'sign-in'} onTabChange={(chosen) => void showTab(chosen)} />;
}
