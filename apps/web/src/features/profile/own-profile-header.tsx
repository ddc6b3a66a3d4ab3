import { useQuery } from '@tanstack/react-query';
import { Pencil, Share2 } from 'lucide-react';
import { useState } from 'react';
import { personFeed } from '#features/podcast/podcast-feed.ts';
import { useSession } from '#features/session/session-context.ts';
import { useClient } from '#lib/app.ts';
import { Button } from '#ui/button.tsx';
import { lazyPopup } from '#ui/lazy-part.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Bio, ProfileHeader } from './profile-header.tsx';
import { profileOptions } from './queries.ts';

const EditProfileDialog = lazyPopup(() => import('./edit-profile-dialog.tsx'));
const ShareProfileDialog = lazyPopup(() => import('./share-profile-dialog.tsx'));

/** The header of the user's own profile. Shows the session's values when the profile could not be loaded. */
export function OwnProfileHeader({ userId, email }: { userId: string; email: string | undefined }) {
  const session = useSession();
  const client = useClient();
  const { data: profile, isPending } = useQuery(profileOptions(client, userId));
  const username = profile ? profile.username : session.username;
  const { refusal } = useSession();
  const [dialog, setDialog] = useState<'edit' | 'share'>();

  return (
    <>
      <ProfileHeader
        person={{
          userId,
          username,
          avatarUrl: profile?.avatarUrl ?? session.profile?.avatarUrl,
        }}
        handle={handle(username, email)}
        bio={
          isPending ? (
            <Skeleton className="mt-4 h-5 w-4/5" />
          ) : (
            profile !== undefined && <Bio>{profile?.bio || <NoBio />}</Bio>
          )
        }
        createdAt={profile?.createdAt}
        actions={
          <>
            <Button variant="secondary" onClick={() => setDialog('edit')} {...refusal?.props}>
              <Pencil /> Edit profile
            </Button>
            <Button variant="secondary" onClick={() => setDialog('share')}>
              <Share2 /> Share profile
            </Button>
          </>
        }
      />
      <EditProfileDialog
        open={dialog === 'edit'}
        onOpenChange={(open) => setDialog(open ? 'edit' : undefined)}
      />
      <ShareProfileDialog
        open={dialog === 'share'}
        onOpenChange={(open) => setDialog(open ? 'share' : undefined)}
        username={username}
        feed={profile && personFeed(client, profile)}
        allowsAnonymous={profile?.allowsAnonymous ?? false}
      />
    </>
  );
}

/** The font has no italics: `font-synthesis` lets the browser slant it. */
function NoBio() {
  return <em className="text-ink-faint [font-synthesis:style]">No bio added yet</em>;
}

function handle(username: string | undefined, email: string | undefined): string {
  if (username) return `@${username.toLowerCase()}`;
  return email || '@user';
}
