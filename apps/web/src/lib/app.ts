import type { QueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { LocalEdits } from './local-edits.ts';
import type { SupabaseClient } from './supabase.ts';

/** What one instance of the app shares: made once by `createApp`, and handed down from there. */
export interface App {
  /** Speaks to the backend. */
  client: SupabaseClient;
  /** Caches what was read from it. */
  queryClient: QueryClient;
  /** Keeps what was changed in that cache on top of answers that do not know of it yet. */
  edits: LocalEdits;
  /** Leaves the app for another site. */
  redirect: (url: string) => void;
}

/** The app, or what loads it: the landing page needs it only when its dialog opens. */
export const AppContext = createContext<App | (() => Promise<App>) | undefined>(undefined);

/**
 * The app that the component is part of. Suspends where it has to be loaded first.
 *
 * @throws outside an AppContext
 */
export function useApp(): App {
  const app = use(AppContext);
  if (!app) throw new Error('useApp is used outside an AppContext.');
  return typeof app === 'function' ? use(app()) : app;
}

/** The client of the app's backend. @throws outside an AppContext */
export function useClient(): SupabaseClient {
  return useApp().client;
}
