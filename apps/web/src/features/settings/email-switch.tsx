import { useQuery } from '@tanstack/react-query';
import { SendAgainButton } from '#features/session/forms/send-again-button.tsx';
import { useSession } from '#features/session/session-context.ts';
import { useClient } from '#lib/app.ts';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Switch } from '#ui/switch.tsx';
import { useSendMailConfirmation } from './settings-mutations.ts';
import { mailStateOptions } from './settings-queries.ts';
import type { Settings } from './settings.ts';
import type { SettingsDraft } from './use-settings-draft.ts';

const digests = [
  { value: 'daily', label: 'Once a day' },
  { value: 'weekly', label: 'Once a week' },
] as const;

interface EmailSwitchProps {
  userId: string;
  saved: Settings;
  draft: SettingsDraft;
}

/** The setting Email, with how often what needs no answer is mailed, and whether mail can be sent to the address. */
export function EmailSwitch({ userId, saved, draft }: EmailSwitchProps) {
  const { emailNotifications, mailDigest } = draft.settings;
  return (
    <div>
      <Switch
        label="Email"
        hint="Replies, mentions and requests to follow that you have not seen within 15 minutes."
        checked={emailNotifications}
        onChange={(on) => draft.edit({ emailNotifications: on })}
      />
      {emailNotifications && (
        <div className="grid gap-4 pt-1 pb-4">
          {saved.emailNotifications && <MailState userId={userId} />}
          <SegmentedControl
            label="Likes, new followers and new drops by email"
            segments={digests}
            value={mailDigest}
            onChange={(value) => draft.edit({ mailDigest: value })}
          />
        </div>
      )}
    </div>
  );
}

/** What keeps mails from the account's address; nothing once it is confirmed. */
function MailState({ userId }: { userId: string }) {
  const client = useClient();
  const { user } = useSession();
  const { data: state } = useQuery(mailStateOptions(client, userId));
  const send = useSendMailConfirmation(userId);
  if (state === undefined || state === 'confirmed') return null;
  const email = <strong className="font-medium">{user?.email}</strong>;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-paper-sunken p-4 text-[0.9375rem]">
      <output className="min-w-0 grow basis-56 wrap-anywhere">
        {state === 'unconfirmed' && (
          <>
            Confirm the last mail that we sent to {email}. Until then you get no notifications by
            email.
          </>
        )}
        {state === 'unasked' && (
          <>
            {email} has been sent too many mails today to send the one that you have to confirm.
            Send it tomorrow. Until then you get no notifications by email.
          </>
        )}
        {state === 'refused' && (
          <>The mail server of {email} refuses our mails. Change your email below, or send again.</>
        )}
      </output>
      <SendAgainButton onSend={() => send.mutateAsync()} justSent={false} />
    </div>
  );
}
