import type { Track } from '#features/player/track.ts';
import type { Comment } from './comment.ts';

type Spoken = Pick<Comment, 'id' | 'author' | 'clip'>;

/** The clip of a comment as a track of the player; undefined for a comment without one. */
export function trackOfComment(
  { id, author, clip }: Spoken,
  drop: { id: string; title: string },
): Track | undefined {
  return (
    clip && {
      ...clip,
      id,
      kind: 'reply',
      title: `Reply to ${drop.title}`,
      author,
      page: `/voice-drop/${drop.id}?comments=open&comment=${id}`,
    }
  );
}

/** The clips of comments as tracks, in the same order. */
export const tracksOfComments = (
  comments: readonly Spoken[],
  drop: { id: string; title: string },
): Track[] => comments.flatMap((comment) => trackOfComment(comment, drop) ?? []);
