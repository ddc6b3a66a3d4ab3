import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import type { SupabaseClient } from '#lib/supabase.ts';
import type { NextSearch } from './next-search.ts';
import { ownProfileOptions } from './queries.ts';
import type { SessionStore } from './session-store.ts';

interface Guarded {
  context: { client: SupabaseClient; queryClient: QueryClient; session: SessionStore };
  search: NextSearch;
}

/** What the routes of rarely opened pages of signing in check first. Fetched with these pages only. */

/** Leads on from the target of mails' links and sign-in providers, unless it has something to say. */
export async function guardCallback({ context, search }: Guarded) {
  const state = await context.session.settled();
  if (state.status === 'second-step') {
    throw redirect({ to: '/auth/second-step', search, replace: true });
  }
  const signedIn = state.status === 'signed-in';
  const notice = context.session.callbackNotice();
  if (notice) return { notice, signedIn };
  if (state.status === 'signed-out') throw redirect({ to: '/auth', search, replace: true });

  const { username } = await context.queryClient.ensureQueryData(
    ownProfileOptions(context.client, state.user.id),
  );
  if (username === null) throw redirect({ to: '/auth/username', search, replace: true });
  throw redirect({ href: search.next ?? '/app', replace: true });
}

/** Requires an account without a username. */
export async function guardUsername({ context, search }: Guarded) {
  const state = await context.session.settled();
  if (state.status !== 'signed-in') throw redirect({ to: '/auth', search, replace: true });
  const userId = state.user.id;
  const { username } = await context.queryClient.ensureQueryData(
    ownProfileOptions(context.client, userId),
  );
  if (username !== null) throw redirect({ href: search.next ?? '/app', replace: true });
  return { userId };
}

/** Leads to the second step where the account needs one to set a new password. */
export async function guardResetPassword({ context }: Pick<Guarded, 'context'>) {
  const { status } = await context.session.settled();
  if (status === 'second-step') {
    throw redirect({
      to: '/auth/second-step',
      search: { next: '/auth/reset-password' },
      replace: true,
    });
  }
  return { signedIn: status === 'signed-in' };
}

/** Requires a session without its second factor. */
export async function guardSecondStep({ context, search }: Guarded) {
  const state = await context.session.settled();
  if (state.status === 'second-step') return { userId: state.user.id };
  if (state.status === 'signed-out') throw redirect({ to: '/auth', search, replace: true });
  throw redirect({ href: search.next ?? '/app', replace: true });
}
