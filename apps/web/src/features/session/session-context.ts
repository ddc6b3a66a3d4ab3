import type { Session, User } from '@supabase/auth-js';
import { createContext, use } from 'react';
import type { OwnProfile } from './queries.ts';
import type { refusal } from './refusal.tsx';
import type { SessionStore } from './session-store.ts';

export interface SessionContextValue {
  /** `second-step`: the session still needs a second factor; the app treats the user as a visitor. */
  status: 'loading' | 'signed-out' | 'second-step' | 'signed-in';
  /** Undefined unless signed in. */
  session: Session | undefined;
  user: User | undefined;
  /** The user's own profile; undefined until it is loaded. */
  profile: OwnProfile | undefined;
  /** The username from the profile or, until the profile is loaded, from the account's metadata. */
  username: string | undefined;
  /**
   * What stands in place of what writes, while the account is suspended or banned; undefined for everybody else, and
   * until that is known. What deletes, protects the person or changes settings stays as it is.
   */
  refusal: typeof refusal | undefined;
  /** For the bar above the page, which knows whether the account is suspended or banned. */
  setRefusal: (shown: typeof refusal | undefined) => void;
  /** Ends all sessions of the account, or only this one, at once. Resolves even when the request fails. */
  signOut: SessionStore['signOut'];
  /** Whether the user wants to sign out everywhere, which the shell does after a question if a take is not posted. */
  isSigningOut: boolean;
  setSigningOut: (isSigningOut: boolean) => void;
  /** Removes a session that the server has already ended. */
  forget: SessionStore['forget'];
}

export const SessionContext = createContext<SessionContextValue | undefined>(undefined);

/** The session of the signed-in user. @throws outside a SessionProvider */
export function useSession(): SessionContextValue {
  const value = use(SessionContext);
  if (!value) throw new Error('useSession is used outside its SessionProvider.');
  return value;
}
