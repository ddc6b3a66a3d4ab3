import { ShortcutDialog, type ShortcutGroup } from '#ui/shortcut-dialog.tsx';

/** The shortcuts by where they act, each with its keys. */
const groups: readonly ShortcutGroup[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: ['/'], effect: 'Search' },
      { keys: ['Ctrl', 'B'], effect: 'Open or close the sidebar' },
      { keys: ['?'], effect: 'Show this list' },
    ],
  },
  {
    title: 'In a list of voice drops',
    shortcuts: [
      { keys: ['j'], effect: 'Next voice drop' },
      { keys: ['k'], effect: 'Voice drop before' },
      { keys: ['←', '→'], effect: 'Between the buttons of a voice drop' },
    ],
  },
  {
    title: 'In Messages',
    shortcuts: [
      {
        keys: ['↑', '↓'],
        effect: 'Between conversations, and from an empty message to those above',
      },
      { keys: ['Enter'], effect: 'Send, and open the menu of a message' },
      { keys: ['Shift', 'Enter'], effect: 'New line' },
      { keys: ['Esc'], effect: 'Back to the message, then to the conversations' },
    ],
  },
  {
    title: 'While something is in the player',
    shortcuts: [
      { keys: ['Space'], effect: 'Play or pause' },
      { keys: ['l'], effect: '5 seconds forward' },
      { keys: ['j'], effect: '5 seconds back, with the focus in the player or without a list' },
      { keys: ['m'], effect: 'Mute' },
      { keys: ['<', '>'], effect: 'Slower, faster' },
    ],
  },
];

interface ShortcutSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The keyboard shortcuts. Letters and signs can be switched off in Settings. */
export default function ShortcutSheet(props: ShortcutSheetProps) {
  return <ShortcutDialog {...props} title="Keyboard shortcuts" groups={groups} />;
}
