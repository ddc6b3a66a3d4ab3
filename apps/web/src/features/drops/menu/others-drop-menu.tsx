import { useQuery } from '@tanstack/react-query';
import { Ban, Flag } from 'lucide-react';
import { useState } from 'react';
import { blockedPeopleOptions } from '#features/people/block-mutations.ts';
import { ReportDialog } from '#features/reports/report-dialog.tsx';
import type { MenuEntry, MenuState } from '#ui/menu.tsx';
import MenuPopup from '#ui/menu-popup.tsx';
import { BlockPersonDialog } from './block-person-dialog.tsx';
import type { Drop } from '#features/drops/drop.ts';
import { useClient } from '#lib/app.ts';

interface OthersDropMenuProps extends MenuState {
  drop: Drop;
  viewerId: string;
}

/** The menu of someone else's drop: report it, or block its author. */
export default function OthersDropMenu({ drop, viewerId, ...menu }: OthersDropMenuProps) {
  const client = useClient();
  const { id, title, author } = drop;
  const [dialog, setDialog] = useState<'report' | 'block'>();
  const { data: blocked } = useQuery(blockedPeopleOptions(client, viewerId));
  const isBlocked = blocked?.some(({ userId }) => userId === author.userId) ?? false;

  const report: MenuEntry = {
    label: 'Report',
    icon: <Flag />,
    onSelect: () => setDialog('report'),
  };
  const block: MenuEntry = {
    label: 'Block User',
    icon: <Ban />,
    danger: true,
    onSelect: () => setDialog('block'),
  };
  const close = () => setDialog(undefined);
  return (
    <>
      <MenuPopup {...menu} entries={isBlocked ? [report] : [report, block]} />
      {dialog === 'report' && (
        <ReportDialog reported={{ kind: 'drop', id, name: title }} onClose={close} />
      )}
      {dialog === 'block' && (
        <BlockPersonDialog person={author} opener={menu.anchor} onClose={close} />
      )}
    </>
  );
}
