import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { PersonAvatar } from '#features/people/person-avatar.tsx';
import { avatarUrlOptions } from '#features/people/queries.ts';
import { useClient } from '#lib/app.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Card } from '#ui/card.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { AccountName } from './account-name.tsx';
import { CaseClip } from './case-clip.tsx';
import type { CaseFile, Evidence } from './case.ts';

interface EvidenceCardProps {
  evidence: Evidence;
  file: CaseFile;
  /** Whether nothing later was kept. */
  isLatest: boolean;
}

/** A drop, comment or profile as it was when it was reported. */
export function EvidenceCard({ evidence, file, isLatest }: EvidenceCardProps) {
  const { kind, author, words, facts, path, writtenAt, takenAt } = evidence;
  const { subject } = file;
  const [wordsNow, label] =
    kind === 'drop' ? [subject.title, 'title'] : [subject.content, 'comment'];
  return (
    <Card>
      <p className="mb-3 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-ink-faint">
        {author && <PersonAvatar person={author} size="sm" />}
        <AccountName account={author} />
        <RelativeTime moment={writtenAt} ago />
        {!isLatest && (
          <span>
            · as it was <RelativeTime moment={takenAt} ago />
          </span>
        )}
      </p>
      {kind === 'person' && facts.username !== undefined && (
        <p className="font-display text-xl wrap-anywhere">@{facts.username}</p>
      )}
      {kind === 'person' && path !== null && <KeptPicture id={author?.userId} path={path} />}
      {words !== null && words !== '' ? (
        <p
          dir="auto"
          className={
            kind === 'drop'
              ? 'font-display text-xl wrap-anywhere'
              : 'wrap-anywhere whitespace-pre-line'
          }
        >
          {words}
        </p>
      ) : (
        path === null && <p className="text-ink-faint">No words</p>
      )}
      {(facts.hashtags?.length ?? 0) > 0 && (
        <p className="mt-1.5 flex flex-wrap gap-x-2 text-[0.9375rem] text-ink-soft">
          {facts.hashtags?.map((tag) => (
            <bdi key={tag}>#{tag}</bdi>
          ))}
        </p>
      )}
      <div className="mt-4 empty:hidden">
        <CaseClip evidence={evidence} file={file} />
      </div>
      {isLatest && typeof wordsNow === 'string' && wordsNow !== words && (
        <p dir="auto" className="mt-4 border-t border-line pt-3 text-[0.9375rem] text-ink-soft">
          The {label} now: {wordsNow}
        </p>
      )}
      {isLatest && <SubjectFoot file={file} kind={kind} />}
    </Card>
  );
}

/** The picture that a person had, at its path in the bucket. */
function KeptPicture({ id, path }: { id: string | undefined; path: string }) {
  const client = useClient();
  const { data: src } = useQuery(avatarUrlOptions(client, path));
  return <Avatar id={id} src={src} size="xl" className="my-3" />;
}

interface SubjectFootProps {
  file: CaseFile;
  kind: Evidence['kind'];
}

/** The numbers of a drop, and where to see it among others. */
function SubjectFoot({ file, kind }: SubjectFootProps) {
  const { subject, person } = file;
  const { likes, comments, plays } = subject;
  const drop = kind === 'drop' ? file.case.subjectId : subject.voiceDropId;
  if (!subject.exists) return null;
  return (
    <p className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-faint tabular-nums">
      {kind === 'drop' && (
        <span>
          {counted(plays, 'play')} · {counted(likes, 'like')} · {counted(comments, 'comment')}
        </span>
      )}
      {drop !== undefined && kind !== 'person' && (
        <Link
          to="/voice-drop/$id"
          params={{ id: drop }}
          className="inline-flex items-center gap-1 rounded-sm text-ink-soft underline underline-offset-3 hover:text-ink [&_svg]:size-3.5"
        >
          Open its page <ExternalLink aria-hidden="true" />
        </Link>
      )}
      {kind === 'person' && person?.username && (
        <Link
          to="/$username"
          params={{ username: person.username }}
          className="inline-flex items-center gap-1 rounded-sm text-ink-soft underline underline-offset-3 hover:text-ink [&_svg]:size-3.5"
        >
          Profile <ExternalLink aria-hidden="true" />
        </Link>
      )}
    </p>
  );
}

const counted = (count = 0, name: string): string => `${count} ${name}${count === 1 ? '' : 's'}`;
