import { useQuery } from '@tanstack/react-query';
import { Button } from '#ui/button.tsx';
import { Loading } from '#ui/loading.tsx';
import { EditProfileForm } from './edit-profile-form.tsx';
import { profileOptions } from './queries.ts';
import { useClient } from '#lib/app.ts';

interface EditProfileProps {
  userId: string;
  /** Called when it is saved, or better left. */
  onDone: () => void;
}

/** The own profile to be edited, once it is there. */
export function EditProfile({ userId, onDone }: EditProfileProps) {
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
