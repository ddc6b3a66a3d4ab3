import { Ban, Flag } from 'lucide-react';
import { useState } from 'react';
import type { Person } from '#features/people/person.ts';
import { ReportDialog, type NamedReported } from '#features/reports/report-dialog.tsx';
import type { MenuEntry, MenuState } from '#ui/menu.tsx';
import MenuPopup from '#ui/menu-popup.tsx';
import { BlockPersonDialog } from './block-person-dialog.tsx';

interface ReportOrBlockMenuProps extends MenuState {
  reported: NamedReported;
  person: Person;
  isBlocked: boolean;
  /** Entries before these. */
  before?: readonly MenuEntry[];
}

/** A menu to report a drop or a user and, unless that is done, to block the user. */
export default function ReportOrBlockMenu(props: ReportOrBlockMenuProps) {
  const { reported, person, isBlocked, before = [], ...menu } = props;
  const [dialog, setDialog] = useState<'report' | 'block'>();
  const close = () => setDialog(undefined);

  const block: MenuEntry = {
    label: 'Block User',
    icon: <Ban />,
    danger: true,
    onSelect: () => setDialog('block'),
  };
  return (
    <>
      <MenuPopup
        {...menu}
        entries={[
          ...before,
          { label: 'Report', icon: <Flag />, onSelect: () => setDialog('report') },
          ...(isBlocked ? [] : [block]),
        ]}
      />
      {dialog === 'report' && <ReportDialog reported={reported} onClose={close} />}
      {dialog === 'block' && (
        <BlockPersonDialog person={person} opener={menu.anchor} onClose={close} />
      )}
    </>
  );
}
