import { useApp } from '#lib/app.ts';
import { useNotificationPermission } from '#lib/notification-permission.ts';
import { canPush } from '#lib/push-device.ts';
import { turnOnPush } from '#lib/push-here.ts';
import { Switch } from '#ui/switch.tsx';
import type { SettingsDraft } from './use-settings-draft.ts';

/** Where push messages do not arrive, the page shows notifications itself. */
const how = () =>
  canPush()
    ? 'On this device, also while Undertone is closed.'
    : 'From your browser, while Undertone is open in another tab.';

const hints = {
  granted: how,
  default: () => `${how()} It asks you first.`,
  denied: () =>
    'Blocked by your browser. Allow notifications in its settings for this site, then load this page again.',
  unsupported: () =>
    'This browser cannot show notifications. On an iPhone or iPad, add Undertone to the Home Screen and open it there.',
};

/** The setting Push, which is on only where the browser may show notifications. Switching it on asks for that, and registers this device. */
export function PushSwitch({ userId, draft }: { userId: string; draft: SettingsDraft }) {
  const app = useApp();
  const [permission, ask] = useNotificationPermission();

  const turn = async (on: boolean) => {
    if (on && permission === 'default' && (await ask()) !== 'granted') return;
    draft.edit({ pushNotifications: on });
    if (on) await turnOnPush(app, userId);
  };

  return (
    <Switch
      label="Push"
      hint={hints[permission]()}
      checked={draft.settings.pushNotifications && permission === 'granted'}
      disabled={permission === 'denied' || permission === 'unsupported'}
      onChange={(on) => void turn(on)}
    />
  );
}
