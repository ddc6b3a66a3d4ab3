import { Lock, Users } from 'lucide-react';
import { PersonAvatar } from '#features/people/person-avatar.tsx';
import { PersonLink } from '#features/people/person-link.tsx';
import { Badge } from '#ui/badge.tsx';
import { ANONYMOUS, type Drop } from '#features/drops/drop.ts';
import { RelativeTime } from '#ui/relative-time.tsx';

/** A drop's author and time, and its privacy level unless it is public. */
export function DropAuthor({ drop }: { drop: Drop }) {
  const { username, avatarUrl } = drop.author;
  return (
    <div className="flex min-w-0 grow items-center gap-3">
      <PersonAvatar name={username ?? ANONYMOUS} avatarUrl={avatarUrl} />
      <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-[0.9375rem] leading-snug">
        <span className="flex max-w-full items-center gap-x-2">
          <PersonLink username={username} />
          <span aria-hidden="true" className="text-ink-faint">
            ·
          </span>
          <RelativeTime moment={drop.createdAt} className="shrink-0 text-sm text-ink-faint" />
        </span>
        {drop.privacyLevel === 'private' && (
          <Badge>
            <Lock className="size-3" /> Private
          </Badge>
        )}
        {drop.privacyLevel === 'followers' && (
          <Badge>
            <Users className="size-3" /> Followers
          </Badge>
        )}
      </p>
    </div>
  );
}
