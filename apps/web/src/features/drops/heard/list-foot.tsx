import type { Drop } from '#features/drops/drop.ts';
import { useFinishedDrops } from '#features/player/store-finished-drop.ts';
import { useSession } from '#features/session/session-context.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { EndOfList } from '#ui/query-list.tsx';

const AllHeard = lazyPart(() => import('./all-heard.tsx'));

interface ListFootProps {
  /** The drops of the list. */
  drops: readonly Drop[];
  /** Whether it has others, which the person has heard. */
  hasHeard: boolean | undefined;
}

/** The end of a list, which says so if the person has heard all drops of others in it. */
export default function ListFoot({ drops, hasHeard = false }: ListFootProps) {
  const { user } = useSession();
  const heard = useFinishedDrops(user?.id);
  const others = drops.filter(({ author }) => author.userId !== user?.id);
  const isAllHeard = others.every(({ id }) => heard.has(id)) && (hasHeard || others.length > 0);
  return isAllHeard ? <AllHeard /> : <EndOfList />;
}
