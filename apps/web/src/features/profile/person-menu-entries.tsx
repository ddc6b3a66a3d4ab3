import { Ban, Flag } from 'lucide-react';
import { useState } from 'react';
import { BlockPersonDialog } from '#features/drops/menu/block-person-dialog.tsx';
import { ReportDialog } from '#features/reports/report-dialog.tsx';
import type { Profile } from '#features/people/profile.ts';
import type { MenuEntry, MenuState } from '#ui/menu.tsx';
import MenuPopup from '#ui/menu-popup.tsx';
import { NAMELESS } from './profile-header.tsx';

interface PersonMenuEntriesProps extends MenuState {
  person: Profile;
}

/** The open menu of `PersonMenu`, and the dialogs that its entries open. */
export default function PersonMenuEntries({ person, ...menu }: PersonMenuEntriesProps) {
  const { userId, username, isBlocked } = person;
  const [dialog, setDialog] = useState<'report' | 'block'>();
  const close = () => setDialog(undefined);
  const entries: MenuEntry[] = [
    { label: 'Report', icon: <Flag />, onSelect: () => setDialog('report') },
  ];
  if (!isBlocked) {
    entries.push({
      label: 'Block User',
      icon: <Ban />,
      danger: true,
      onSelect: () => setDialog('block'),
    });
  }
  return (
    <>
      <MenuPopup {...menu} entries={entries} />
      {dialog === 'report' && (
        <ReportDialog
          reported={{ kind: 'person', id: userId, name: username ?? NAMELESS }}
          onClose={close}
        />
      )}
      {dialog === 'block' && (
        <BlockPersonDialog person={person} opener={menu.anchor} onClose={close} />
      )}
    </>
  );
}
