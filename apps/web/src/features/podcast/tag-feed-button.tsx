import { useQuery } from '@tanstack/react-query';
import { useClient } from '#lib/app.ts';
import PodcastFeedButton from './podcast-feed-button.tsx';
import { tagFeedOptions } from './podcast-feed.ts';

/** A button that copies the URL of a hashtag's podcast feed. Renders nothing if there is no feed. */
export default function TagFeedButton({ tag }: { tag: string }) {
  const { data: link } = useQuery(tagFeedOptions(useClient(), tag));
  return link ? <PodcastFeedButton link={link} /> : null;
}
