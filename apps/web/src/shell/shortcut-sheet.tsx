import DialogPopup from '#ui/dialog-popup.tsx';

/** The shortcuts by where they act, each with its keys. */
const groups = [
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
] as const;

interface ShortcutSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The keyboard shortcuts. Letters and signs can be switched off in Settings. */
export default function ShortcutSheet(props: ShortcutSheetProps) {
  return (
    <DialogPopup
      {...props}
      title="Keyboard shortcuts"
      description="Letters and signs can be switched off in Settings, under This device."
    >
      {groups.map(({ title, shortcuts }) => (
        <section key={title} className="mt-5 first:mt-2">
          <h3 className="mb-1 font-sans text-sm font-medium text-ink-faint">{title}</h3>
          <dl className="divide-y divide-line">
            {shortcuts.map(({ keys, effect }) => (
              <div key={effect} className="flex items-center justify-between gap-4 py-2">
                <dt className="text-[0.9375rem]">{effect}</dt>
                <dd className="flex shrink-0 gap-1.5">
                  {keys.map((key) => (
                    <kbd
                      key={key}
                      className="grid min-h-7 min-w-7 place-items-center rounded-md border border-line bg-paper px-2 font-sans text-sm"
                    >
                      {key}
                    </kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </DialogPopup>
  );
}
