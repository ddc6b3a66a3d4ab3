import { createFileRoute } from '@tanstack/react-router';
import { isMailedLinkType, isMailPermissionType } from '#features/session/mailed-link-type.ts';
import { mailedLink } from '#features/session/mailed-link.ts';
import { ConfirmPage } from '#features/session/pages/confirm-page.tsx';
import { MailPermissionPage } from '#features/session/pages/mail-permission-page.tsx';

/** The page that mails link to. It sends the token only after a press, since mail scanners open links. */
export const Route = createFileRoute('/confirm')({
  validateSearch: mailedLink,
  beforeLoad: async ({ context, search }) => {
    const { status } = await context.session.settled();
    // A link must not move a signed-in user into the account of its sender.
    return { refused: status === 'signed-in' && search.type !== 'email_change' };
  },
  component: Confirm,
});

function Confirm() {
  const { refused } = Route.useRouteContext();
  const { token_hash: tokenHash, type, next } = Route.useSearch();
  const navigate = Route.useNavigate();
  const link = tokenHash !== undefined && isMailedLinkType(type) ? { tokenHash, type } : undefined;

  if (isMailPermissionType(type)) return <MailPermissionPage type={type} token={tokenHash ?? ''} />;

  const onConfirmed = () => {
    if (type === 'recovery') void navigate({ to: '/auth/reset-password', replace: true });
    else if (next?.startsWith('/auth/')) void navigate({ href: next, replace: true });
    else void navigate({ to: '/auth/callback', search: next ? { next } : {}, replace: true });
  };
  return <ConfirmPage link={link} refused={refused} onConfirmed={onConfirmed} />;
}
