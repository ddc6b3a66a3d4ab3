import { usernameSchema } from '@undertone/domain/username';
import type { ReactNode } from 'react';
import { BioField } from '#features/people/bio-field.tsx';
import { useRequestCount } from '#features/people/follow-requests-row.tsx';
import { useSession } from '#features/session/session-context.ts';
import { useFieldProblem } from '#features/session/forms/use-field-problem.ts';
import { OldLinksSwitch, useOldLinks } from '#features/session/forms/old-links-switch.tsx';
import { UsernameTakenError } from '#features/session/mutations.ts';
import { useUsernameAvailability } from '#features/session/forms/username-availability.ts';
import { UsernameField } from '#features/session/forms/username-field.tsx';
import { useClient } from '#lib/app.ts';
import { backendMessage } from '#lib/backend-error.ts';
import { logFailure } from '#lib/log.ts';
import { Form } from '#ui/form.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Switch } from '#ui/switch.tsx';
import { toast } from '#ui/toast.ts';
import { AnonymousLinkRow } from './anonymous-link-row.tsx';
import { BlockedUsers } from './blocked-users.tsx';
import { EmailSwitch } from './email-switch.tsx';
import { OldLinksRow } from './old-links-row.tsx';
import { PushDevices } from './push-devices.tsx';
import { PushSwitch } from './push-switch.tsx';
import { SettingsCard } from './settings-card.tsx';
import type { Settings, SwitchName } from './settings.ts';
import type { SettingsDraft } from './use-settings-draft.ts';

const profile = [
  {
    name: 'isPrivate',
    label: 'Private Account',
    hint: 'Only your followers see your drops and numbers, and you approve new ones.',
  },
] as const;

/** The switch of an account that goes public, which approves all its requests to follow. */
const goingPublic = (count: number) =>
  profile.map((each) => ({
    ...each,
    hint: `When you save, your account is public, and ${count === 1 ? 'the request' : `all ${count} requests`} to follow you ${count === 1 ? 'is' : 'are'} approved.`,
  }));

const notifications = [
  { name: 'likesNotifications', label: 'Likes on my drops' },
  { name: 'repliesNotifications', label: 'Replies to my drops' },
  {
    name: 'followsNotifications',
    label: 'New followers',
    hint: 'And requests to follow, yours when they are approved.',
  },
  { name: 'mentionsNotifications', label: 'Mentions' },
  {
    name: 'dropsNotifications',
    label: 'New drops',
    hint: 'Of people whose bell you have turned on, on their profile.',
  },
  { name: 'messagesNotifications', label: 'Messages' },
  {
    name: 'namesOnLockScreen',
    label: 'Names on the lock screen',
    hint: 'Notifications of messages say who has written. They never show what.',
  },
] as const;

const privacy = [
  {
    name: 'readReceipts',
    label: 'Read receipts',
    hint: 'Whether you and others see that a message has been read. Off, neither side does.',
  },
  {
    name: 'blockInappropriate',
    label: 'Block inappropriate content',
    hint: 'Hides drops that several people have reported.',
  },
  {
    name: 'allowAnonymous',
    label: 'Allow anonymous messages',
    hint: 'People who have been here for a while can send you a voice message without their name, one until you answer. You can report it, and end the conversation.',
  },
  {
    name: 'allowDownloads',
    label: 'Allow download of my drops',
    hint: 'For everyone who may listen to them.',
  },
  {
    name: 'showsLikes',
    label: 'Show what I liked',
    hint: 'On your profile, under Liked. Others see only drops there that they may hear.',
  },
] as const;

const writers = [
  { value: 'everyone', label: 'Everyone' },
  { value: 'following', label: 'People I follow' },
  { value: 'nobody', label: 'Nobody' },
] as const;

/** If podcast feeds are enabled, the switch is also the consent to them. */
const withFeeds = privacy.map((each) =>
  each.name === 'allowDownloads'
    ? {
        ...each,
        hint: 'For everyone who may listen to them, and in podcast apps, which get your name and bio, too, and keep what they fetch.',
      }
    : each,
);

const appearance = [
  { name: 'darkMode', label: 'Dark Mode' },
  {
    name: 'usesDeviceTheme',
    label: 'Same theme as the device',
    hint: 'Dark Mode is on where a device is set to dark, until you choose it here.',
  },
  { name: 'autoplay', label: 'Autoplay voice drops', hint: 'When one ends, the next begins.' },
] as const;

const PROFILE_STAYS =
  'Your account is suspended. What others see of your profile stays as it is until that ends.';

interface SettingsFormProps {
  id: string;
  userId: string;
  saved: Settings;
  draft: SettingsDraft;
  onSave: (save: { changes: Partial<Settings>; leadsOldLinks: boolean }) => Promise<unknown>;
}

/** The settings that are saved together. */
export function SettingsForm({ id, userId, saved, draft, onSave }: SettingsFormProps) {
  const problem = useFieldProblem();
  const { refusal } = useSession();
  const { podcastFeeds } = useClient().settings;
  const { username } = draft.settings;
  const requestCount = useRequestCount(userId) ?? 0;
  const approved = saved.isPrivate && !draft.settings.isPrivate ? requestCount : 0;
  const oldLinks = useOldLinks(saved.username, username);
  const availability = useUsernameAvailability(username, {
    own: { userId, username: saved.username },
  });

  const refuseUsername = (form: HTMLFormElement, title: string, description: string) => {
    toast.error(title);
    problem.show(form, { field: 'username', message: description });
  };

  const submit = async (form: HTMLFormElement) => {
    const { changes, avatar } = draft;
    const found = usernameProblem(changes.username, saved.username);
    if (found !== undefined) {
      refuseUsername(form, 'Invalid username', found);
      return;
    }
    problem.show(form, undefined);
    try {
      avatar.release();
      await onSave({ changes, leadsOldLinks: oldLinks.lead });
      draft.settle(changes);
      toast.success('Settings saved', {
        description: 'Your settings have been updated successfully',
      });
    } catch (error) {
      if (error instanceof UsernameTakenError) {
        refuseUsername(form, 'Username not available', error.message);
        return;
      }
      logFailure('The settings could not be saved.', error);
      toast.error('Error saving settings');
    }
  };

  return (
    <Form id={id} onSubmit={submit}>
      <SettingsCard title="Profile Settings">
        {refusal && <refusal.Note className="mb-5">{PROFILE_STAYS}</refusal.Note>}
        <fieldset disabled={refusal !== undefined} className="min-w-0">
          <div className="mb-3 grid gap-5">
            <UsernameField
              value={username}
              onValueChange={problem.clearedBy('username', (typed) =>
                draft.edit({ username: typed }),
              )}
              availability={availability}
              problem={problem.at('username')}
            />
            <OldLinksSwitch {...oldLinks} />
            <OldLinksRow userId={userId} />
            <BioField value={draft.settings.bio} onValueChange={(bio) => draft.edit({ bio })} />
          </div>
          <SwitchList switches={approved > 0 ? goingPublic(approved) : profile} draft={draft} />
        </fieldset>
      </SettingsCard>
      <SettingsCard title="Notifications">
        <SwitchList switches={notifications} draft={draft}>
          <PushSwitch userId={userId} draft={draft} />
          <EmailSwitch userId={userId} saved={saved} draft={draft} />
        </SwitchList>
        <PushDevices userId={userId} />
      </SettingsCard>
      <SettingsCard title="Privacy &amp; Safety">
        <SwitchList
          switches={podcastFeeds ? withFeeds : privacy}
          draft={draft}
          below={{
            allowAnonymous: saved.allowAnonymous &&
              draft.settings.allowAnonymous &&
              saved.username !== '' && <AnonymousLinkRow username={saved.username} />,
          }}
        >
          <div className="pb-4">
            <SegmentedControl
              label="Who may write to you"
              segments={writers}
              value={draft.settings.messagesFrom}
              onChange={(messagesFrom) => draft.edit({ messagesFrom })}
            />
          </div>
        </SwitchList>
      </SettingsCard>
      <BlockedUsers userId={userId} />
      <SettingsCard title="Appearance">
        <SwitchList switches={appearance} draft={draft} />
      </SettingsCard>
    </Form>
  );
}

interface SwitchListProps {
  switches: readonly { name: SwitchName; label: string; hint?: string }[];
  draft: SettingsDraft;
  /** What belongs to a switch, below it. */
  below?: Partial<Record<SwitchName, ReactNode>>;
  /** Switches before these. */
  children?: ReactNode;
}

function SwitchList({ switches, draft, below, children }: SwitchListProps) {
  return (
    <div className="-mb-2 divide-y divide-line">
      {children}
      {switches.map(({ name, label, hint }) => (
        <div key={name}>
          <Switch
            label={label}
            hint={hint}
            checked={draft.settings[name]}
            onChange={(on) => draft.edit({ [name]: on })}
          />
          {below?.[name]}
        </div>
      ))}
    </div>
  );
}

/** Why the settings could not be saved. */
export function savingFailed(error: unknown): string {
  return backendMessage(error) ?? 'Failed to save your settings';
}

/** The problem with a changed username. An account that never had a username may stay without one. */
function usernameProblem(username: string | undefined, saved: string): string | undefined {
  if (username === undefined || username.trim() === saved) return undefined;
  return usernameSchema.safeParse(username).error?.issues[0]?.message;
}
