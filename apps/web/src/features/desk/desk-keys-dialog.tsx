import { ShortcutDialog, type ShortcutGroup } from '#ui/shortcut-dialog.tsx';

/** The desk's keys by where they act. */
const groups: readonly ShortcutGroup[] = [
  {
    title: 'Queue',
    shortcuts: [
      { keys: ['j'], effect: 'Next case' },
      { keys: ['k'], effect: 'Case before' },
      { keys: ['Enter'], effect: 'Open the case' },
      { keys: ['a'], effect: 'Assign it to yourself, or to nobody' },
    ],
  },
  {
    title: 'Case',
    shortcuts: [
      { keys: ['j'], effect: 'Next case' },
      { keys: ['k'], effect: 'Case before' },
      { keys: ['q'], effect: 'Back to the queue' },
      { keys: ['p'], effect: 'Play the clip, or pause' },
      { keys: ['x'], effect: 'Twice the speed, or once' },
      { keys: ['a'], effect: 'Assign it to yourself, or to nobody' },
    ],
  },
  {
    title: 'Decision',
    shortcuts: [
      { keys: ['n'], effect: 'Nothing wrong, or reject an appeal' },
      { keys: ['s'], effect: 'Label as sensitive' },
      { keys: ['l'], effect: 'Limit' },
      { keys: ['r'], effect: 'Remove' },
      { keys: ['w'], effect: 'Warn' },
      { keys: ['t'], effect: 'Suspend for a time' },
      { keys: ['b'], effect: 'Ban' },
      { keys: ['y'], effect: 'Take back, or uphold an appeal' },
      { keys: ['Enter'], effect: 'Decide; in a text with Ctrl' },
      { keys: ['u'], effect: 'Undo the last decision, for ten seconds' },
    ],
  },
];

interface DeskKeysDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The keyboard shortcuts of the desk. */
export function DeskKeysDialog(props: DeskKeysDialogProps) {
  return <ShortcutDialog {...props} title="Keys of the desk" groups={groups} inColumns />;
}
