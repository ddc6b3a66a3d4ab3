import type { Session, User } from '@supabase/auth-js';
import { createContext, use } from 'react';
import type { OwnProfile } from './queries.ts';

export interface SessionContextValue {
  status: 'loading' | 'signed-out' | 'signed-in';
  /** Undefined unless signed in. */
  session: Session | undefined;
  user: User | undefined;
  /** The person's own profile row; undefined until it has been read. */
  profile: OwnProfile | undefined;
  /** The username from the profile or, until that has been read, from the account. */
  username: string | undefined;
  /** Ends all of the account's sessions; resolves even when the server cannot be told. */
  signOut: () => Promise<void>;
}

export const SessionContext = createContext<SessionContextValue | undefined>(undefined);

/** Who is signed in. @throws outside a SessionProvider */
export function useSession(): SessionContextValue {
  const value = use(SessionContext);
  if (!value) throw new Error('useSession is used outside its SessionProvider.');
  return value;
}
