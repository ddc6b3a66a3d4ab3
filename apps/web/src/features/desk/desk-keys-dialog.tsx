import { Dialog } from '#ui/dialog.tsx';

/** The desk's keys by where they act. */
const groups = [
  {
    title: 'Queue',
    shortcuts: [
      { key: 'j', effect: 'Next case' },
      { key: 'k', effect: 'Case before' },
      { key: 'Enter', effect: 'Open the case' },
      { key: 'a', effect: 'Assign it to yourself, or to nobody' },
    ],
  },
  {
    title: 'Case',
    shortcuts: [
      { key: 'j', effect: 'Next case' },
      { key: 'k', effect: 'Case before' },
      { key: 'q', effect: 'Back to the queue' },
      { key: 'p', effect: 'Play the clip, or pause' },
      { key: 'x', effect: 'Twice the speed, or once' },
      { key: 'a', effect: 'Assign it to yourself, or to nobody' },
    ],
  },
  {
    title: 'Decision',
    shortcuts: [
      { key: 'n', effect: 'Nothing wrong, or reject an appeal' },
      { key: 's', effect: 'Label as sensitive' },
      { key: 'l', effect: 'Limit' },
      { key: 'r', effect: 'Remove' },
      { key: 'w', effect: 'Warn' },
      { key: 't', effect: 'Suspend for a time' },
      { key: 'b', effect: 'Ban' },
      { key: 'y', effect: 'Take back, or uphold an appeal' },
      { key: 'Enter', effect: 'Decide; in a text with Ctrl' },
      { key: 'u', effect: 'Undo the last decision, for ten seconds' },
    ],
  },
] as const;

interface DeskKeysDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The keyboard shortcuts of the desk. */
export function DeskKeysDialog(props: DeskKeysDialogProps) {
  return (
    <Dialog
      {...props}
      title="Keys of the desk"
      description="Letters can be switched off in Settings, under This device."
      // In two columns, so that it need not scroll.
      className="md:w-[min(46rem,calc(100vw-2rem))]!"
      bodyClassName="md:columns-2 md:gap-8"
    >
      {groups.map(({ title, shortcuts }) => (
        <section key={title} className="pt-5 first:pt-2 md:last:break-before-column md:last:pt-2">
          <h3 className="mb-1 font-sans text-sm font-medium text-ink-faint">{title}</h3>
          <dl className="divide-y divide-line">
            {shortcuts.map(({ key, effect }) => (
              <div key={key} className="flex items-center justify-between gap-4 py-2">
                <dt className="text-[0.9375rem]">{effect}</dt>
                <dd>
                  <kbd className="grid min-h-7 min-w-7 place-items-center rounded-md border border-line bg-paper px-2 font-sans text-sm">
                    {key}
                  </kbd>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
