import { useQuery } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '#features/session/session-context.ts';
import { useClient } from '#lib/app.ts';
import { backendMessage } from '#lib/backend-error.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Loading } from '#ui/loading.tsx';
import { SettingsEditor } from './settings-editor.tsx';
import { settingsOptions } from './settings-queries.ts';

interface SettingsPageProps {
  userId: string;
  /** Removes a deleted account's data from this device. */
  clearDevice: () => Promise<void>;
  /** Offers a copy of the account's data. */
  exportRow: ReactNode;
}

/** The settings page, with its loading and error states. */
export function SettingsPage({ userId, clearDevice, exportRow }: SettingsPageProps) {
  const client = useClient();
  useDocumentTitle('Settings');
  const settings = useQuery(settingsOptions(client, userId));
  const { setSigningOut } = useSession();

  return (
    <div className="mx-auto max-w-2xl">
      <h1 className="text-3xl sm:text-4xl">Settings</h1>
      {settings.data && (
        <SettingsEditor
          userId={userId}
          saved={settings.data}
          clearDevice={clearDevice}
          exportRow={exportRow}
        />
      )}
      {settings.isPending && <Loading label="Loading settings..." />}
      {settings.isLoadingError && (
        <div role="alert">
          <EmptyState
            title="Error loading settings"
            description={backendMessage(settings.error) ?? 'Failed to load your settings'}
            action={
              <div className="flex flex-wrap justify-center gap-3">
                <Button
                  variant="secondary"
                  pending={settings.isFetching}
                  onClick={() => void settings.refetch()}
                >
                  Try Again
                </Button>
                <Button variant="quiet" onClick={() => setSigningOut(true)}>
                  <LogOut aria-hidden="true" />
                  Logout
                </Button>
              </div>
            }
          />
        </div>
      )}
    </div>
  );
}
