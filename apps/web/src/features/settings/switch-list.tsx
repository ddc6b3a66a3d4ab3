import { Switch } from '#ui/switch.tsx';
import type { SwitchName } from './settings.ts';
import type { SettingsDraft } from './use-settings-draft.ts';

interface SwitchListProps {
  switches: readonly { name: SwitchName; label: string; hint?: string }[];
  draft: SettingsDraft;
}

/** A list of switches for settings that are on or off. */
export function SwitchList({ switches, draft }: SwitchListProps) {
  return (
    <div className="-mb-2 divide-y divide-line">
      {switches.map(({ name, label, hint }) => (
        <Switch
          key={name}
          label={label}
          hint={hint}
          checked={draft.settings[name]}
          onChange={(on) => draft.edit({ [name]: on })}
        />
      ))}
    </div>
  );
}
