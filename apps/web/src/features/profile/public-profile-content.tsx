import { useQueryClient } from '@tanstack/react-query';
import { invalidateDropsBy } from '#features/drops/invalidate-drops.ts';
import { FollowButton } from '#features/people/follow-button.tsx';
import { UnblockButton } from '#features/people/unblock-button.tsx';
import type { Profile } from '#features/people/profile.ts';
import { useSession } from '#features/session/session-context.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { PersonMenu } from './person-menu.tsx';
import { PrivateAccount } from './private-account.tsx';
import { Bio, NAMELESS, ProfileHeader } from './profile-header.tsx';
import { ProfileStats } from './profile-stats.tsx';
import type { ProfileTabProps } from './profile-tab.ts';
import { PublicProfileTabs } from './public-profile-tabs.tsx';
import { ShareProfileButton } from './share-profile-button.tsx';

const PodcastFeedButton = lazyPart(() => import('#features/podcast/podcast-feed-button.tsx'), {
  preload: 'idle',
});

interface PublicProfileContentProps extends ProfileTabProps {
  profile: Profile;
  /** Whether the profile is the viewer's own. */
  isOwn: boolean;
}

/** A loaded profile: its header and, for viewers who may play them, the drops. */
export function PublicProfileContent(props: PublicProfileContentProps) {
  const { profile, isOwn } = props;
  const { userId, username, bio, isBlocked, isPrivate } = profile;
  const { status } = useSession();
  const queryClient = useQueryClient();
  // Members find it in the menu.
  const showsFeed = (status === 'signed-out' || status === 'second-step') && !isPrivate;
  const invalidateDrops = () => invalidateDropsBy(queryClient, userId);
  return (
    <>
      <ProfileHeader
        username={username}
        handle={`@${username?.toLowerCase()}`}
        avatarUrl={profile.avatarUrl}
        bio={bio && <Bio>{bio}</Bio>}
        createdAt={profile.createdAt}
        actions={
          <>
            {isBlocked ? (
              <UnblockButton userId={userId} onDone={invalidateDrops} />
            ) : (
              <FollowButton person={profile} onChanged={invalidateDrops} />
            )}
            <ShareProfileButton username={username} />
            {showsFeed && <PodcastFeedButton of={{ username }} />}
            {status === 'signed-in' && !isOwn && <PersonMenu person={profile} />}
          </>
        }
      />
      <ProfileDrops {...props} />
    </>
  );
}

function ProfileDrops({ profile, isOwn, tab, onTab }: PublicProfileContentProps) {
  const { userId, isPrivate, isBlocked, counts } = profile;
  const name = profile.username ?? NAMELESS;
  if (isBlocked) {
    return (
      <EmptyState
        title={`You have blocked ${name}`}
        description="Neither of you sees what the other posts."
      />
    );
  }
  if (isPrivate && !counts) return <PrivateAccount name={name} />;
  return (
    <>
      <ProfileStats
        userId={userId}
        // The number of likes that a person has given is shown only to that person.
        counts={counts && { ...counts, likes: 0 }}
        pending={false}
      />
      <PublicProfileTabs userId={userId} name={name} isOwn={isOwn} tab={tab} onTab={onTab} />
    </>
  );
}
