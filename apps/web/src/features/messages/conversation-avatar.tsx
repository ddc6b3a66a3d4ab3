import { PersonAvatar } from '#features/people/person-avatar.tsx';
import type { Conversation } from './conversation.ts';

interface ConversationAvatarProps {
  conversation: Pick<Conversation, 'person' | 'isAnonymous'>;
  size?: 'sm' | 'md';
}

/** The picture of the other side; a mark for one without an account that can be shown. */
export function ConversationAvatar({ conversation, size = 'md' }: ConversationAvatarProps) {
  const { person, isAnonymous } = conversation;
  return (
    <PersonAvatar
      person={person ?? { userId: undefined, username: undefined, avatarUrl: undefined }}
      size={size}
      fallback={isAnonymous ? '?' : '–'}
    />
  );
}
