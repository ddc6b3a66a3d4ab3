import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { IconButton } from './icon-button.tsx';
import { lazyPopup } from './lazy-part.tsx';
import { MenuButton } from './menu.tsx';

const MenuPopup = lazyPopup(() => import('./menu-popup.tsx'));

function renderMenu() {
  const onSelect = vi.fn();
  const onChange = vi.fn();
  render(
    <MenuButton renderTrigger={(props) => <IconButton {...props} label="More" />}>
      {(menu) => (
        <MenuPopup
          {...menu}
          entries={[
            {
              kind: 'choice',
              label: 'Privacy',
              value: 'public',
              options: [
                { value: 'public', label: 'Public' },
                { value: 'private', label: 'Private' },
              ],
              onChange,
            },
            { label: 'Delete', onSelect, danger: true, divided: true },
          ]}
        />
      )}
    </MenuButton>,
  );
  return { onSelect, onChange };
}

it('choosing an entry runs it, closes the menu and focuses its button', async () => {
  const { onSelect } = renderMenu();
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  expect(onSelect).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
  await waitFor(() => expect(screen.getByRole('button', { name: 'More' })).toHaveFocus());
});

it('a menu opened by keyboard has the focus inside and closes by Escape', async () => {
  renderMenu();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  const menu = await screen.findByRole('menu', { name: 'More' });
  await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
});

it('the current choice is ticked, and choosing another reports it', async () => {
  const { onChange } = renderMenu();
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  expect(await screen.findByRole('menuitemradio', { name: 'Public' })).toBeChecked();
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'Private' }));
  expect(onChange.mock.calls[0]?.[0]).toBe('private');
});
