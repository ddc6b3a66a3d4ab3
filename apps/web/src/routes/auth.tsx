import { createFileRoute, redirect } from '@tanstack/react-router';
import { AuthPage, type AuthTab } from '#features/session/pages/auth-page.tsx';
import { nextSearch, type NextSearch } from '#features/session/next-search.ts';
import { closeSignInPrompt } from '#features/session/close-sign-in-prompt.ts';

interface AuthSearch extends NextSearch {
  /** The open tab; without it, the sign-in tab. */
  tab?: 'sign-up';
}

export const Route = createFileRoute('/auth')({
  validateSearch: (search: Record<string, unknown>): AuthSearch => ({
    ...nextSearch(search),
    ...(search['tab'] === 'sign-up' && { tab: 'sign-up' as const }),
  }),
  beforeLoad: async ({ context, search }) => {
    const { status } = await context.session.settled();
    if (status === 'signed-in') throw redirect({ href: search.next ?? '/app', replace: true });
    if (status === 'second-step') {
      throw redirect({ to: '/auth/second-step', search: nextSearch(search), replace: true });
    }
  },
  onEnter: closeSignInPrompt,
  component: Auth,
});

function Auth() {
  const { next, tab } = Route.useSearch();
  const navigate = Route.useNavigate();
  const showTab = (chosen: AuthTab) =>
    navigate({
      search: { ...nextSearch({ next }), ...(chosen === 'sign-up' && { tab: chosen }) },
      replace: true,
    });
  return (
    <AuthPage tab={tab ?? 'sign-in'} onTabChange={(chosen) => void showTab(chosen)} next={next} />
  );
}
