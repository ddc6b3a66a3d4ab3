import type { QueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { LocalEdits } from './local-edits.ts';
import type { SupabaseClient } from './supabase.ts';

/** What one instance of the app shares. `createApp` creates it; `AppProvider` provides it. */
export interface App {
  /** The client of the backend. */
  client: SupabaseClient;
  /** The cache of what was read from the backend. */
  queryClient: QueryClient;
  /** Local changes of the cache, which are applied again to answers that were asked for before them. */
  edits: LocalEdits;
  /** Opens a URL of another site in place of the app. */
  redirect: (url: string) => void;
}

/** The app, or a function that loads it: the landing page needs the app only when its dialog opens. */
export const AppContext = createContext<App | (() => Promise<App>) | undefined>(undefined);

/**
 * The app that the component is part of. Suspends while the app is loaded.
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
