import { useSyncExternalStore } from 'react';
import { useClient } from '#lib/app.ts';
import { readSessionEnd } from '#lib/session-end.ts';

/** Why the server ended a session, by the auth service's codes: what has happened, and what to do. */
const reasons: Partial<Record<string, readonly [title: string, advice: string]>> = {
  session_expired: ['Your sign-in has expired', 'Please sign in again.'],
  refresh_token_already_used: [
    'You were signed out to be safe',
    'Your sign-in was used in two places, so somebody may have copied it. Sign in again and change your password.',
  ],
  user_banned: [
    'Your account is suspended',
    'You can sign in again when the suspension is over. Write to us if you think this is a mistake.',
  ],
};

const ENDED_ELSEWHERE = [
  'You were signed out',
  'This sign-in was ended on another device, by a new password, or because the account was deleted.',
] as const;

const subscribe = (notify: () => void) => {
  addEventListener('storage', notify);
  return () => removeEventListener('storage', notify);
};

/** Says why the server has ended the session; nothing after a sign-out. */
export default function SessionEndNote() {
  const { storageKey } = useClient();
  const code = useSyncExternalStore(subscribe, () => readSessionEnd(storageKey));
  if (code === null) return null;
  const [title, advice] = reasons[code] ?? ENDED_ELSEWHERE;
  return (
    <div data-announced className="mb-7 rounded-lg border border-line bg-paper-raised px-4 py-3">
      <p className="font-medium">{title}.</p>
      <p className="mt-1 text-sm text-ink-soft">{advice}</p>
    </div>
  );
}
