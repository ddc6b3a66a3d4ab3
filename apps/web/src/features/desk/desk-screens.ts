import {
  AtSign,
  ChartNoAxesColumn,
  Inbox,
  MailPlus,
  ScrollText,
  Settings,
  Tag,
  Users,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { lazyPart } from '#ui/lazy-part.tsx';
import type { DeskRole } from './desk-queries.ts';

/** What every screen of the desk is given. */
export interface DeskScreenProps {
  /** The person at the desk. */
  userId: string;
  role: DeskRole;
  /** The address below the screen's own: the id of a case in `/desk/queue/{id}`. */
  rest: string;
}

interface DeskScreen {
  /** The address below `/desk/`. The first screen is also at `/desk`. */
  path: string;
  label: string;
  icon: ComponentType;
  /** Only admins have it. */
  forAdmins?: boolean;
  Screen: ComponentType<DeskScreenProps>;
}

/** The screens of the desk, in the order of its navigation. Each is fetched when it is opened. */
export const deskScreens: readonly DeskScreen[] = [
  {
    path: 'queue',
    label: 'Queue',
    icon: Inbox,
    Screen: lazyPart(() => import('./cases/queue-screen.tsx')),
  },
  {
    path: 'people',
    label: 'People',
    icon: AtSign,
    Screen: lazyPart(() => import('./history/people-screen.tsx')),
  },
  {
    path: 'hashtags',
    label: 'Hashtags',
    icon: Tag,
    Screen: lazyPart(() => import('./hashtags/hashtags-screen.tsx')),
  },
  {
    path: 'figures',
    label: 'Figures',
    icon: ChartNoAxesColumn,
    Screen: lazyPart(() => import('./figures/figures-screen.tsx')),
  },
  {
    path: 'staff',
    label: 'Staff',
    icon: Users,
    Screen: lazyPart(() => import('./staff/staff-screen.tsx')),
  },
  {
    path: 'log',
    label: 'Log',
    icon: ScrollText,
    Screen: lazyPart(() => import('./log/log-screen.tsx')),
  },
  {
    path: 'invitations',
    label: 'Invitations',
    icon: MailPlus,
    forAdmins: true,
    Screen: lazyPart(() => import('./registration/invitations-screen.tsx')),
  },
  {
    path: 'settings',
    label: 'Settings',
    icon: Settings,
    forAdmins: true,
    Screen: lazyPart(() => import('./registration/settings-screen.tsx')),
  },
];
