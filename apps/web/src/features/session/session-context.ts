import type { Session, User } from '@supabase/auth-js';
import { createContext, use } from 'react';
import type { OwnProfile } from './queries.ts';
import type { SessionStore } from './session-store.ts';

export interface SessionContextValue {
  /** `second-step`: a session that has to show a second factor first; to the app, still a visitor. */
  status: 'loading' | 'signed-out' | 'second-step' | 'signed-in';
  /** Undefined unless signed in. */
  session: Session | undefined;
  user: User | undefined;
  /** The person's own profile row; undefined until it has been read. */
  profile: OwnProfile | undefined;
  /** The username from the profile or, until that has been read, from the account. */
  username: string | undefined;
  /** Ends all of the account's sessions, or only this one; resolves even when the server cannot be told. */
  signOut: SessionStore['signOut'];
  /** Drops a session that the server has ended already. */
  forget: SessionStore['forget'];
}

export const SessionContext = createContext<SessionContextValue | undefined>(undefined);

/** Who is signed in. @throws outside a SessionProvider */
export function useSession(): SessionContextValue {
  const value = use(SessionContext);
  if (!value) throw new Error('useSession is used outside its SessionProvider.');
  return value;
}
