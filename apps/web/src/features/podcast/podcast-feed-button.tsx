import { Rss } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { copyLink } from '#ui/share-link.ts';

/** A button that copies the URL of a podcast feed. */
export default function PodcastFeedButton({ link }: { link: string }) {
  return (
    <Button variant="quiet" onClick={() => void copyLink(link)}>
      <Rss /> Podcast feed
    </Button>
  );
}
