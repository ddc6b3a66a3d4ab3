import { lazy, Suspense } from 'react';
import { useSession } from '#features/session/session-context.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Loading } from '#ui/loading.tsx';

const loadForm = () => import('./edit-profile.tsx');
const EditProfile = lazy(loadForm);

interface EditProfileDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Changes one's own username, bio and picture. Its code is fetched when it first opens. */
export function EditProfileDialog({ open, onOpenChange }: EditProfileDialogProps) {
  const { user } = useSession();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      load={loadForm}
      title="Edit profile"
      shape="sheet"
    >
      {user && (
        <Suspense fallback={<Loading />}>
          <EditProfile userId={user.id} onDone={() => onOpenChange(false)} />
        </Suspense>
      )}
    </Dialog>
  );
}
