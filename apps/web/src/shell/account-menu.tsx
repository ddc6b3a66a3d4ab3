import { PersonAvatar } from '#features/people/person-avatar.tsx';
import { useSession } from '#features/session/session-context.ts';
import { lazyPopup } from '#ui/lazy-part.tsx';
import { MenuButton } from '#ui/menu.tsx';

const AccountMenuPopup = lazyPopup(() => import('./account-menu-popup.tsx'));

/** The menu of the signed-in person, opened by their picture. */
export function AccountMenu() {
  const { profile, username } = useSession();
  return (
    <MenuButton
      renderTrigger={(props) => (
        <button {...props} type="button" aria-label="Your account" className="flex rounded-full">
          <PersonAvatar name={username} avatarUrl={profile?.avatarUrl} />
        </button>
      )}
    >
      {(menu) => <AccountMenuPopup {...menu} />}
    </MenuButton>
  );
}
