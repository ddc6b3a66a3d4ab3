import { createFileRoute } from '@tanstack/react-router';
import { deleteTakesOf } from '#features/clips/take/take-store.ts';
import { ExportRow } from '#features/export/export-row.tsx';
import { SettingsPage } from '#features/settings/settings-page.tsx';
import { useApp } from '#lib/app.ts';
import { removeSealedOf } from '#lib/sealed-entries.ts';
import { removeAccountData } from '#shell/account-data.ts';

export const Route = createFileRoute('/_shell/_member/settings')({ component: Settings });

function Settings() {
  const { user } = Route.useRouteContext();
  const app = useApp();
  const clearDevice = async () => {
    try {
      // The server has deleted the files of failed posts with the account.
      await Promise.all([deleteTakesOf(user.id), removeSealedOf(user.id)]);
    } finally {
      await removeAccountData(app, user.id);
    }
  };
  return (
    <SettingsPage
      userId={user.id}
      clearDevice={clearDevice}
      exportRow={<ExportRow userId={user.id} />}
    />
  );
}
