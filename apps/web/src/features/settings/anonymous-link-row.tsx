import { anonymousLink } from '#features/people/anonymous-link.ts';
import { CopyLinkButton } from '#ui/copy-link-button.tsx';

/** The link to share with those who may write anonymously. */
export function AnonymousLinkRow({ username }: { username: string }) {
  const link = anonymousLink(username);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 pt-1 pb-3">
      <div className="min-w-0 grow basis-56">
        <p>Your link for anonymous messages</p>
        <p className="text-sm wrap-anywhere text-ink-faint">{link}</p>
      </div>
      <CopyLinkButton link={link} />
    </div>
  );
}
