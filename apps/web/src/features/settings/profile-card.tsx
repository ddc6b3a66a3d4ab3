import type { UsernameAvailability } from '#features/session/forms/use-username-availability.ts';
import { UsernameField } from '#features/session/forms/username-field.tsx';
import { BioField } from '#features/people/bio-field.tsx';
import { SettingsCard } from './settings-card.tsx';
import { SwitchList } from './switch-list.tsx';
import type { SettingsDraft } from './use-settings-draft.ts';

const switches = [
  {
    name: 'isPrivate',
    label: 'Private Account',
    hint: 'Only your followers see your drops and numbers.',
  },
] as const;

interface ProfileCardProps {
  draft: SettingsDraft;
  availability: UsernameAvailability;
  usernameInvalid: boolean;
}

/** The settings that others see: username, bio, and whether the account is private. */
export function ProfileCard({ draft, availability, usernameInvalid }: ProfileCardProps) {
  return (
    <SettingsCard title="Profile Settings">
      <div className="mb-3 grid gap-5">
        <UsernameField
          value={draft.settings.username}
          onValueChange={(username) => draft.edit({ username })}
          availability={availability}
          invalid={usernameInvalid}
        />
        <BioField value={draft.settings.bio} onValueChange={(bio) => draft.edit({ bio })} />
      </div>
      <SwitchList switches={switches} draft={draft} />
    </SettingsCard>
  );
}
