import { useQuery } from '@tanstack/react-query';
import { Rss } from 'lucide-react';
import { copyLink } from '#ui/share-link.ts';
import { useClient } from '#lib/app.ts';
import { Button } from '#ui/button.tsx';
import { podcastFeedOptions, type FeedSubject } from './podcast-feed.ts';

/** A button that copies the URL of a podcast feed. Renders nothing if there is no feed. */
export default function PodcastFeedButton({ of }: { of: FeedSubject }) {
  const { data: link } = useQuery(podcastFeedOptions(useClient(), of));
  if (!link) return null;
  return (
    <Button variant="quiet" onClick={() => void copyLink(link)}>
      <Rss /> Podcast feed
    </Button>
  );
}
