import { useQuery } from '@tanstack/react-query';
import { PROFILE_FALLBACK_INITIALS } from '@undertone/domain/initials';
import { relativeTimeAgo } from '@undertone/domain/relative-time';
import { useEffect } from 'react';
import { PersonAvatar } from '#features/people/person-avatar.tsx';
import { useSession } from '#features/session/session-context.ts';
import { logFailure } from '#lib/log.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { CopyLinkButton } from './copy-link-button.tsx';
import { profileOptions } from './queries.ts';

/** Name of someone who has no username. */
const NAMELESS = 'Anonymous User';

/** Who one is to others. What cannot be read is stood in for by what the session knows. */
export function OwnProfileHeader({ userId, email }: { userId: string; email: string | undefined }) {
  const session = useSession();
  const { data: profile, isPending, error } = useQuery(profileOptions(userId));
  const username = profile ? profile.username : session.username;

  useEffect(() => {
    if (error) logFailure('The profile could not be read.', error);
  }, [error]);

  return (
    <header className="mb-8 flex flex-col gap-5 sm:flex-row sm:gap-7">
      <PersonAvatar
        name={username}
        avatarUrl={profile?.avatarUrl ?? session.profile?.avatarUrl}
        size="xl"
        fallback={PROFILE_FALLBACK_INITIALS}
      />
      <div className="min-w-0 grow">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0">
            <h1 className="text-3xl wrap-anywhere sm:text-4xl">{username ?? NAMELESS}</h1>
            <p className="mt-1 text-ink-soft wrap-anywhere">{handle(username, email)}</p>
          </div>
          <CopyLinkButton
            label="Share profile"
            url={`${location.origin}/${username ?? 'profile'}`}
          />
        </div>
        {isPending ? (
          <Skeleton className="mt-5 h-5 w-4/5" />
        ) : (
          <p className="mt-4 max-w-prose wrap-anywhere">{profile?.bio || <NoBio />}</p>
        )}
        <p className="mt-3 text-sm text-ink-faint">Joined {joined(profile?.createdAt)}</p>
      </div>
    </header>
  );
}

/** The typeface comes without italics: let the browser slant it. */
function NoBio() {
  return <em className="text-ink-faint [font-synthesis:style]">No bio added yet</em>;
}

function handle(username: string | undefined, email: string | undefined): string {
  if (username) return `@${username.toLowerCase()}`;
  return email || '@user';
}

function joined(moment: string | undefined): string {
  return moment === undefined ? 'Recently' : relativeTimeAgo(new Date(moment), new Date());
}
