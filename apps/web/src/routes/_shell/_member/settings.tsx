import { createFileRoute } from '@tanstack/react-router';
import { SettingsPage } from '#features/settings/settings-page.tsx';
import { settingsOptions } from '#features/settings/settings-queries.ts';

export const Route = createFileRoute('/_shell/_member/settings')({
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(settingsOptions(context.user.id));
  },
  component: Settings,
});

function Settings() {
  const { user } = Route.useRouteContext();
  return <SettingsPage userId={user.id} />;
}
