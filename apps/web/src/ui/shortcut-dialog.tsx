import { clsx } from 'clsx';
import DialogPopup from './dialog-popup.tsx';

/** Shortcuts that act in the same place. */
export interface ShortcutGroup {
  title: string;
  shortcuts: readonly { keys: readonly string[]; effect: string }[];
}

interface ShortcutDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  groups: readonly ShortcutGroup[];
  /** Shows the groups in two columns, the last one in the second, so that many need not scroll. */
  inColumns?: boolean;
}

/** A dialog that lists keyboard shortcuts. */
export function ShortcutDialog({ groups, inColumns = false, ...dialog }: ShortcutDialogProps) {
  return (
    <DialogPopup
      {...dialog}
      description="Letters and signs can be switched off in Settings, under This device."
      className={clsx(inColumns && 'md:w-[min(46rem,calc(100vw-2rem))]!')}
      bodyClassName={clsx(inColumns && 'md:columns-2 md:gap-8')}
    >
      {groups.map(({ title, shortcuts }) => (
        <section
          key={title}
          className={clsx(
            'pt-5 first:pt-2',
            inColumns && 'md:last:break-before-column md:last:pt-2',
          )}
        >
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
