import { CircleQuestionMark } from 'lucide-react';
import { useContext, useState, type ReactNode } from 'react';
import type { Drop } from '#features/drops/drop.ts';
import { RankedListContext } from '#features/drops/ranking/ranked-list.ts';
import { WhyHereDialog } from '#features/drops/ranking/why-here-dialog.tsx';
import type { MenuEntry } from '#ui/menu.tsx';

/** The menu entry and the dialog that explain why a drop is in a ranked list; none in other lists. */
export function useWhyHere(drop: Drop): { entries: readonly MenuEntry[]; dialog: ReactNode } {
  const list = useContext(RankedListContext);
  const [isOpen, setIsOpen] = useState(false);
  if (!list) return { entries: [], dialog: null };
  return {
    entries: [
      {
        label: 'Why is this here?',
        icon: <CircleQuestionMark />,
        onSelect: () => setIsOpen(true),
      },
    ],
    dialog: isOpen && <WhyHereDialog drop={drop} list={list} onClose={() => setIsOpen(false)} />,
  };
}
