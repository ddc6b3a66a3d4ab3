import { useNavigate } from '@tanstack/react-router';
import { Landmark, LogOut, Settings, User } from 'lucide-react';
import { useSession } from '#features/session/session-context.ts';
import MenuPopup from '#ui/menu-popup.tsx';
import type { MenuState } from '#ui/menu.tsx';

/** The open menu of `AccountMenu`. */
export default function AccountMenuPopup(menu: MenuState) {
  const { username, user, setSigningOut } = useSession();
  const navigate = useNavigate();
  return (
    <MenuPopup
      {...menu}
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
        ...(user?.app_metadata['desk'] === true
          ? [
              {
                label: 'Desk',
                icon: <Landmark />,
                onSelect: () => void navigate({ to: '/desk/$', params: { _splat: '' } }),
              },
            ]
          : []),
        { label: 'Sign Out', icon: <LogOut />, divided: true, onSelect: () => setSigningOut(true) },
      ]}
    />
  );
}
