import { useSession } from '#features/session/session-context.ts';
import DialogPopup from '#ui/dialog-popup.tsx';
import { EditProfile } from './edit-profile.tsx';

interface EditProfileDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Changes one's own username, bio and picture. */
export default function EditProfileDialog({ open, onOpenChange }: EditProfileDialogProps) {
  const { user } = useSession();
  return (
    <DialogPopup open={open} onOpenChange={onOpenChange} title="Edit profile" shape="sheet">
      {user && <EditProfile userId={user.id} onDone={() => onOpenChange(false)} />}
    </DialogPopup>
  );
}
