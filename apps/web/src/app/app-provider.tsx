import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AppContext, type App } from '#lib/app.ts';

/** Provides an app and its query client to its children. */
export function AppProvider({ app, children }: { app: App; children: ReactNode }) {
  return (
    <AppContext value={app}>
      <QueryClientProvider client={app.queryClient}>{children}</QueryClientProvider>
    </AppContext>
  );
}
