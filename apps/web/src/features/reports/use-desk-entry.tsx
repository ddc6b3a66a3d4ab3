import { useNavigate } from '@tanstack/react-router';
import { Landmark } from 'lucide-react';
import { useSession } from '#features/session/session-context.ts';
import type { MenuEntry } from '#ui/menu.tsx';
import type { Reported } from './mutations.ts';

/**
 * The entry of a menu that opens the case of a subject; none for people who are not staff, and of messages, which staff
 * read only once they are reported. The session says whether somebody is staff, and has the second factor that the desk
 * takes.
 */
export function useDeskEntry({ kind, id }: Reported): readonly MenuEntry[] {
  const { user } = useSession();
  const navigate = useNavigate();
  const hasFactor = user?.factors?.some(({ status }) => status === 'verified') ?? false;
  if (user?.app_metadata['desk'] !== true || !hasFactor || kind === 'message') return [];
  const params = { _splat: `queue/open/${kind}/${id}` };
  return [
    {
      label: 'Open on the desk',
      icon: <Landmark />,
      divided: true,
      onSelect: () => void navigate({ to: '/desk/$', params }),
    },
  ];
}
