import { LogOut } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { UsernameTakenError } from '#features/session/mutations.ts';
import { useSession } from '#features/session/session-context.ts';
import { Button } from '#ui/button.tsx';
import { DeviceCard } from './device-card.tsx';
import { FollowRequestsCard } from './follow-requests-card.tsx';
import { MutedCard } from './muted-card.tsx';
import { UnsavedChangesDialog } from './unsaved-changes-dialog.tsx';
import { SaveBar } from './save-bar.tsx';
import { SecurityCard } from './security-card.tsx';
import { savingFailed, SettingsForm } from './settings-form.tsx';
import { SettingsHeader } from './settings-header.tsx';
import { useSaveSettings } from './settings-mutations.ts';
import type { Settings } from './settings.ts';
import { SupportCard } from './support-card.tsx';
import { useSettingsDraft } from './use-settings-draft.ts';

interface SettingsEditorProps {
  userId: string;
  saved: Settings;
  /** Removes a deleted account's data from this device. */
  clearDevice: () => Promise<void>;
  exportRow: ReactNode;
}

/** The loaded settings: the form, the cards outside of the form, and Logout. */
export function SettingsEditor(props: SettingsEditorProps) {
  const { userId, saved, clearDevice, exportRow } = props;
  const { user, username, isSigningOut, setSigningOut } = useSession();
  const draft = useSettingsDraft(userId, saved);
  const save = useSaveSettings(userId);
  const [leaving, setLeaving] = useState<'no' | 'asking' | 'yes'>('no');
  const formId = useId();

  const logOut = async () => {
    setLeaving('yes');
    // An uploaded picture can only be removed while the session exists.
    await draft.discard();
    setSigningOut(true);
    setLeaving('no');
  };

  return (
    <>
      <SettingsHeader userId={userId} draft={draft} username={username} email={user?.email} />
      <SettingsForm
        id={formId}
        userId={userId}
        saved={saved}
        draft={draft}
        onSave={save.mutateAsync}
      />
      <FollowRequestsCard userId={userId} isPrivate={saved.isPrivate} />
      <MutedCard userId={userId} />
      <DeviceCard userId={userId} />
      <SecurityCard clearDevice={clearDevice} exportRow={exportRow} />
      <SupportCard />
      <SaveBar
        formId={formId}
        isDirty={draft.isDirty}
        saving={save.isPending}
        failure={
          save.error && !(save.error instanceof UsernameTakenError)
            ? savingFailed(save.error)
            : null
        }
        onDiscard={() => void draft.discard()}
      />
      <Button
        variant="secondary"
        className="mt-3 w-full"
        pending={leaving === 'yes' || isSigningOut}
        onClick={() => (draft.isDirty ? setLeaving('asking') : void logOut())}
      >
        <LogOut aria-hidden="true" />
        Logout
      </Button>
      <UnsavedChangesDialog
        isDirty={draft.isDirty}
        loggingOut={leaving === 'asking'}
        onLogOut={() => void logOut()}
        onStay={() => setLeaving('no')}
      />
    </>
  );
}
