import { useNavigate } from '@tanstack/react-router';
import { LogOut, Settings, User } from 'lucide-react';
import { PersonAvatar } from '#features/people/person-avatar.tsx';
import { useSession } from '#features/session/session-context.ts';
import { useSignOut } from '#features/session/use-sign-out.ts';
import { Menu } from '#ui/menu.tsx';

/** The person's picture, and behind it what is theirs. */
export function AccountMenu() {
  const { profile, username, user } = useSession();
  const navigate = useNavigate();

  const signOut = useSignOut();

  return (
    <Menu
      renderTrigger={(props) => (
        <button {...props} type="button" aria-label="Your account" className="flex rounded-full">
          <PersonAvatar name={username} avatarUrl={profile?.avatarUrl} />
        </button>
      )}
      header={
        <>
          <p className="font-medium">{username}</p>
          <p className="text-sm text-ink-faint">{user?.email}</p>
        </>
      }
      entries={[
        {
          label: 'View Profile',
          icon: <User />,
          onSelect: () => void navigate({ to: '/profile' }),
        },
        {
          label: 'Settings',
          icon: <Settings />,
          onSelect: () => void navigate({ to: '/settings' }),
        },
        { kind: 'divider' },
        { label: 'Sign Out', icon: <LogOut />, onSelect: () => void signOut() },
      ]}
    />
  );
}
