import { OwnAvatar } from '#features/people/own-avatar.tsx';
import { lazyPopup } from '#ui/lazy-part.tsx';
import { MenuButton } from '#ui/menu.tsx';

const AccountMenuPopup = lazyPopup(() => import('./account-menu-popup.tsx'));

/** The menu of the signed-in person, opened by their picture. */
export function AccountMenu() {
  return (
    <MenuButton
      renderTrigger={(props) => (
        <button {...props} type="button" aria-label="Your account" className="flex rounded-full">
          <OwnAvatar />
        </button>
      )}
    >
      {(menu) => <AccountMenuPopup {...menu} />}
    </MenuButton>
  );
}
