import { useQuery } from '@tanstack/react-query';
import { Rss } from 'lucide-react';
import { copyLink } from '#features/drops/menu/copy-link.ts';
import { useClient } from '#lib/app.ts';
import { Button } from '#ui/button.tsx';
import { podcastFeedOptions, type FeedSubject } from './podcast-feed.ts';

/** Copies the address of a podcast feed; nothing where there is none. */
export default function PodcastFeedButton({ of }: { of: FeedSubject }) {
  const { data: link } = useQuery(podcastFeedOptions(useClient(), of));
  if (!link) return null;
  return (
    <Button variant="quiet" onClick={() => void copyLink(link)}>
      <Rss /> Podcast feed
    </Button>
  );
}
