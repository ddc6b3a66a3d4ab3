import { linkOptions } from '@tanstack/react-router';
import {
  Bookmark,
  Compass,
  House,
  Info,
  LogIn,
  MessageCircle,
  Mic,
  Settings,
  TrendingUp,
  User,
  UserPlus,
} from 'lucide-react';

/* The shell's links, for members and for visitors. */

export const mainLinks = [
  { label: 'Home', icon: House, link: linkOptions({ to: '/app' }) },
  { label: 'Explore', icon: Compass, link: linkOptions({ to: '/explore' }) },
  { label: 'Trending', icon: TrendingUp, link: linkOptions({ to: '/trending' }) },
  {
    label: 'Messages',
    icon: MessageCircle,
    link: linkOptions({
      to: '/messages/{-$id}',
      params: { id: undefined },
      // The number of unread conversations, once it is known.
      'aria-describedby': 'unread',
    }),
  },
  { label: 'Bookmarks', icon: Bookmark, link: linkOptions({ to: '/bookmarks' }) },
] as const;

export const recordLink = {
  label: 'Post Voice Drop',
  icon: Mic,
  link: linkOptions({ to: '/record' }),
} as const;

export const personalLinks = [
  { label: 'Profile', icon: User, link: linkOptions({ to: '/profile' }) },
  { label: 'Settings', icon: Settings, link: linkOptions({ to: '/settings' }) },
] as const;

export const visitorLinks = [
  { label: 'About', icon: Info, link: linkOptions({ to: '/about' }) },
  { label: 'Sign In', icon: LogIn, link: linkOptions({ to: '/auth' }) },
  {
    label: 'Join Now',
    icon: UserPlus,
    link: linkOptions({ to: '/auth', search: { tab: 'sign-up' } }),
  },
] as const;

export type NavigationItem =
  | (typeof mainLinks)[number]
  | (typeof personalLinks)[number]
  | (typeof visitorLinks)[number]
  | typeof recordLink;
