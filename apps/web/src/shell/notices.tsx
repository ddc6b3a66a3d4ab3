import { lazyPart } from '#ui/lazy-part.tsx';
import { NetworkNotice } from './network-notice.tsx';

const RestrictionBar = lazyPart(() => import('#features/statements/restriction-bar.tsx'), {
  preload: 'idle',
});

/**
 * The bars above the page: what an account that is suspended or banned cannot do, and what works while the network
 * does not.
 *
 * @param memberId the signed-in account
 */
export default function Notices({ memberId }: { memberId: string | undefined }) {
  return (
    <>
      {memberId !== undefined && <RestrictionBar userId={memberId} />}
      <NetworkNotice memberId={memberId} />
    </>
  );
}
