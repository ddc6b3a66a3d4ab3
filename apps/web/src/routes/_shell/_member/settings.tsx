import { createFileRoute } from '@tanstack/react-router';
import { deleteTakesOf } from '#features/recorder/take/take-store.ts';
import { SettingsPage } from '#features/settings/settings-page.tsx';

export const Route = createFileRoute('/_shell/_member/settings')({ component: Settings });

function Settings() {
  const { user } = Route.useRouteContext();
  return <SettingsPage userId={user.id} clearDevice={() => deleteTakesOf(user.id)} />;
}
