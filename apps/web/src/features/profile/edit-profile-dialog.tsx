import { useQuery } from '@tanstack/react-query';
import { useSession } from '#features/session/session-context.ts';
import { useClient } from '#lib/app.ts';
import { Button } from '#ui/button.tsx';
import DialogPopup from '#ui/dialog-popup.tsx';
import { Loading } from '#ui/loading.tsx';
import { EditProfileForm } from './edit-profile-form.tsx';
import { profileOptions } from './queries.ts';

interface EditProfileDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The dialog that edits the username, bio and picture of the user's own profile. */
export default function EditProfileDialog({ open, onOpenChange }: EditProfileDialogProps) {
  const { user } = useSession();
  return (
    <DialogPopup open={open} onOpenChange={onOpenChange} title="Edit profile" shape="sheet">
      {user && <EditProfile userId={user.id} onDone={() => onOpenChange(false)} />}
    </DialogPopup>
  );
}

function EditProfile({ userId, onDone }: { userId: string; onDone: () => void }) {
  const client = useClient();
  const { data: profile, error, isFetching, refetch } = useQuery(profileOptions(client, userId));
  if (profile) return <EditProfileForm userId={userId} profile={profile} onDone={onDone} />;
  if (!error) return <Loading label="Loading profile..." />;
  return (
    <div role="alert" className="grid justify-items-start gap-4 pt-2">
      <p className="text-ink-soft">Failed to load your profile. Please try again.</p>
      <Button variant="secondary" pending={isFetching} onClick={() => void refetch()}>
        Try Again
      </Button>
    </div>
  );
}
