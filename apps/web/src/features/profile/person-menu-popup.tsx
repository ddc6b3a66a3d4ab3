import { Rss } from 'lucide-react';
import { copyLink } from '#ui/share-link.ts';
import ReportOrBlockMenu from '#features/drops/menu/report-or-block-menu.tsx';
import type { Profile } from '#features/people/profile.ts';
import { personFeed } from '#features/podcast/podcast-feed.ts';
import { useClient } from '#lib/app.ts';
import type { MenuState } from '#ui/menu.tsx';
import { NAMELESS } from './profile-header.tsx';

/** The open menu of another person's profile. */
export default function PersonMenuPopup({ person, ...menu }: MenuState & { person: Profile }) {
  const { userId, username, isBlocked } = person;
  const feed = personFeed(useClient(), person);
  return (
    <ReportOrBlockMenu
      {...menu}
      before={
        feed
          ? [{ label: 'Copy podcast feed', icon: <Rss />, onSelect: () => void copyLink(feed) }]
          : []
      }
      reported={{ kind: 'person', id: userId, name: username ?? NAMELESS }}
      person={person}
      isBlocked={isBlocked}
    />
  );
}
