import { useNotificationPermission } from '#lib/notification-permission.ts';
import { Switch } from '#ui/switch.tsx';
import type { SettingsDraft } from './use-settings-draft.ts';

const HOW = 'From your browser, while Undertone is open in another tab.';

const hints = {
  granted: HOW,
  default: `${HOW} It asks you first.`,
  denied:
    'Blocked by your browser. Allow notifications in its settings for this site, then load this page again.',
  unsupported: 'This browser cannot show notifications.',
};

/** The setting Push, which is on only where the browser may show notifications. Switching it on asks for that. */
export function PushSwitch({ draft }: { draft: SettingsDraft }) {
  const [permission, ask] = useNotificationPermission();

  const turn = async (on: boolean) => {
    if (on && permission === 'default' && (await ask()) !== 'granted') return;
    draft.edit({ pushNotifications: on });
  };

  return (
    <Switch
      label="Push"
      hint={hints[permission]}
      checked={draft.settings.pushNotifications && permission === 'granted'}
      disabled={permission === 'denied' || permission === 'unsupported'}
      onChange={(on) => void turn(on)}
    />
  );
}
