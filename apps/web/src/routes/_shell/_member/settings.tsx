import { createFileRoute } from '@tanstack/react-router';
import { ExportRow } from '#features/export/export-row.tsx';
import { SettingsPage } from '#features/settings/settings-page.tsx';
import { useApp } from '#lib/app.ts';
import { clearDevice } from '#shell/clear-device.ts';

export const Route = createFileRoute('/_shell/_member/settings')({ component: Settings });

function Settings() {
  const { user } = Route.useRouteContext();
  const app = useApp();
  return (
    <SettingsPage
      userId={user.id}
      clearDevice={() => clearDevice(app, user.id)}
      exportRow={<ExportRow userId={user.id} />}
    />
  );
}
