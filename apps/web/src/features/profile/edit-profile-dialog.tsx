import { useQuery } from '@tanstack/react-query';
import { useSession } from '#features/session/session-context.ts';
import { useClient } from '#lib/app.ts';
import DialogPopup from '#ui/dialog-popup.tsx';
import { Loading } from '#ui/loading.tsx';
import { ListProblem } from '#ui/query-list.tsx';
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
  const query = useQuery(profileOptions(useClient(), userId));
  const { data: profile, error } = query;
  if (profile) return <EditProfileForm userId={userId} profile={profile} onDone={onDone} />;
  if (!error) return <Loading label="Loading profile..." />;
  const failure = 'Failed to load your profile. Please try again.';
  return <ListProblem compact query={query} failure={failure} />;
}
