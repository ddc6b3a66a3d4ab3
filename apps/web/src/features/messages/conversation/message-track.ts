import { nameOf, type Conversation } from '#features/messages/conversation.ts';
import type { Message } from '#features/messages/message.ts';
import type { Track } from '#features/player/track.ts';

/**
 * What the player needs of a voice message; undefined for one without a voice.
 *
 * @param own the viewer
 */
export function messageTrack(
  { id, place, clip }: Message,
  conversation: Conversation,
  own: Track['author'],
): Track | undefined {
  if (!clip) return undefined;
  const isOwn = place === conversation.place;
  const { person } = conversation;
  return {
    id,
    kind: 'message',
    page: `/messages/${conversation.id}`,
    title: isOwn ? 'Your voice message' : `Voice message from ${nameOf(conversation)}`,
    author: isOwn ? own : { userId: person?.userId ?? '', username: person?.username },
    audioPath: id,
    duration: clip.duration,
    filter: clip.filter,
    waveform: clip.waveform,
  };
}
