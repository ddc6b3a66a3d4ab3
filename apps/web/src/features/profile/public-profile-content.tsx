import { Mic } from 'lucide-react';
import { invalidateDropsBy } from '#features/drops/invalidate-drops-by.ts';
import { FollowButton } from '#features/people/follow-button.tsx';
import { UnblockButton } from '#features/people/unblock-button.tsx';
import type { Profile } from '#features/people/profile.ts';
import { personFeed } from '#features/podcast/podcast-feed.ts';
import { useSession } from '#features/session/session-context.ts';
import { useApp } from '#lib/app.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { lazyPart, lazyPopup } from '#ui/lazy-part.tsx';
import { PersonMenu } from './person-menu.tsx';
import { PrivateAccount } from './private-account.tsx';
import { Bio, NAMELESS, ProfileHeader } from './profile-header.tsx';
import { ProfileStats } from './profile-stats.tsx';
import type { ProfileProps } from './profile-tab.ts';
import { PublicProfileTabs } from './public-profile-tabs.tsx';
import { ShareOthersProfileButton } from './share-profile-button.tsx';

const PodcastFeedButton = lazyPart(() => import('#features/podcast/podcast-feed-button.tsx'), {
  preload: 'idle',
});

const DropAlertButton = lazyPart(() => import('./drop-alert-button.tsx'), {
  fallback: <span className="size-11" />,
});

const MessageButton = lazyPart(() => import('#features/messages/message-button.tsx'), {
  fallback: <span className="w-32" />,
});

const AnonymousMessageDialog = lazyPopup(
  () => import('#features/messages/anonymous/anonymous-message-dialog.tsx'),
  { preload: 'intent' },
);

interface PublicProfileContentProps extends ProfileProps {
  profile: Profile;
  /** Whether the profile is the viewer's own. */
  isOwn: boolean;
}

/** A loaded profile: its header and, for viewers who may play them, the drops. */
export function PublicProfileContent(props: PublicProfileContentProps) {
  const { profile, isOwn, isAnonymousOpen, onAnonymousOpen } = props;
  const { userId, username, bio, isBlocked } = profile;
  const { status, user, refusal } = useSession();
  const { client, queryClient } = useApp();
  // Members find it in the menu.
  const isVisitor = status === 'signed-out' || status === 'second-step';
  const feed = isVisitor ? personFeed(client, profile) : undefined;
  const invalidateDrops = () => invalidateDropsBy(queryClient, userId);
  return (
    <>
      <ProfileHeader
        person={profile}
        handle={`@${username?.toLowerCase()}`}
        bio={bio && <Bio>{bio}</Bio>}
        createdAt={profile.createdAt}
        actions={
          <>
            {isBlocked ? (
              <UnblockButton userId={userId} onDone={invalidateDrops} />
            ) : (
              <FollowButton person={profile} onChanged={invalidateDrops} />
            )}
            {user && !isOwn && !isBlocked && <MessageButton viewerId={user.id} userId={userId} />}
            {user && profile.following === 'followed' && !isBlocked && (
              <DropAlertButton viewerId={user.id} authorId={userId} name={username ?? NAMELESS} />
            )}
            {username !== undefined && <ShareOthersProfileButton username={username} />}
            {feed !== undefined && <PodcastFeedButton link={feed} />}
            {status === 'signed-in' && !isOwn && <PersonMenu person={profile} />}
            {profile.allowsAnonymous && !isOwn && !isBlocked && (
              <Button
                variant="secondary"
                aria-haspopup="dialog"
                onClick={() => onAnonymousOpen(true)}
                {...refusal?.props}
              >
                <Mic /> Send an anonymous voice message
              </Button>
            )}
          </>
        }
      />
      <ProfileDrops {...props} />
      {!isOwn && !isBlocked && (
        <AnonymousMessageDialog
          open={isAnonymousOpen}
          onOpenChange={onAnonymousOpen}
          person={profile}
        />
      )}
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
  if (isPrivate && !counts) {
    return <PrivateAccount name={name} following={profile.following} />;
  }
  return (
    <>
      <ProfileStats userId={userId} counts={counts} pending={false} />
      <PublicProfileTabs userId={userId} name={name} isOwn={isOwn} tab={tab} onTab={onTab} />
    </>
  );
}
