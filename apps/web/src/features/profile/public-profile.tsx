import { skipToken, useQuery } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import { useSession } from '#features/session/session-context.ts';
import { useClient } from '#lib/app.ts';
import { useRepairedPath } from '#lib/use-repaired-path.ts';
import { buttonClass } from '#ui/button-class.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Loading } from '#ui/loading.tsx';
import { renamedOptions } from './former-username-queries.ts';
import { PublicProfileContent } from './public-profile-content.tsx';
import { NAMELESS } from './profile-header.tsx';
import type { ProfileProps } from './profile-tab.ts';
import { publicProfileOptions } from './queries.ts';

interface PublicProfileProps extends ProfileProps {
  username: string;
}

/** A person's public profile, with its loading, failure and not-found states. */
export function PublicProfile({ username, ...props }: PublicProfileProps) {
  const { user } = useSession();
  const { data: profile, isPending, refetch } = usePublicProfile(username);

  if (isPending) return <Loading label="Loading profile..." />;
  if (profile === undefined) return <ProfileFailure onRetry={() => void refetch()} />;
  if (profile === null) return <MissingProfile username={username} />;
  return <PublicProfileContent profile={profile} isOwn={profile.userId === user?.id} {...props} />;
}

function ProfileFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      heading
      title="Failed to load profile"
      description="Please try again."
      action={
        <Button variant="secondary" onClick={onRetry}>
          Try Again
        </Button>
      }
    />
  );
}

/** Says that there is no such person, or goes to the present name of one who wants old links to lead there. */
function MissingProfile({ username }: { username: string }) {
  const { user } = useSession();
  const repaired = useRepairedPath();
  const { data: renamed, isPending, refetch } = useQuery(renamedOptions(useClient(), username));
  if (repaired !== undefined) return <Navigate to={repaired} replace />;
  if (isPending) return <Loading label="Loading profile..." />;
  if (renamed === undefined) return <ProfileFailure onRetry={() => void refetch()} />;
  if (renamed !== null) {
    return <Navigate to="/$username" params={{ username: renamed }} search replace />;
  }
  return (
    <EmptyState
      heading
      title="User Not Found"
      description={
        <span className="wrap-anywhere">The user &quot;{username}&quot; does not exist.</span>
      }
      action={
        <Link to={user ? '/app' : '/'} className={buttonClass({ variant: 'secondary' })}>
          Go Home
        </Link>
      }
    />
  );
}

/** The document's title for a profile: `{name} (@handle)`, or the handle alone until the name is known. */
export function usePublicProfileTitle(username: string): string {
  const { data: profile } = usePublicProfile(username);
  const handle = `@${username.toLowerCase()}`;
  if (profile === null) return 'User Not Found';
  return profile ? `${profile.username ?? NAMELESS} (${handle})` : handle;
}

/** Reads the profile once it is known who the viewer is. */
function usePublicProfile(username: string) {
  const client = useClient();
  const { status, user } = useSession();
  return useQuery({
    ...publicProfileOptions(client, username, user?.id),
    ...(status === 'loading' && { queryFn: skipToken }),
  });
}
