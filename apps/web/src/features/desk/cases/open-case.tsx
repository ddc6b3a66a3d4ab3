import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useClient } from '#lib/app.ts';
import { backendMessage, errorCode } from '#lib/backend-error.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Loading } from '#ui/loading.tsx';
import { ListProblem } from '#ui/query-list.tsx';
import { BackToQueue } from './back-to-queue.tsx';
import { openedCaseOptions } from './case-queries.ts';

interface OpenCaseProps {
  /** A drop, a comment or a person, as the function `desk_open` names it. */
  kind: string;
  subjectId: string;
}

/** Opens the case of something posted, or of a person, and goes there. */
export function OpenCase({ kind, subjectId }: OpenCaseProps) {
  const opened = useQuery(openedCaseOptions(useClient(), kind, subjectId));
  const navigate = useNavigate();
  const caseId = opened.data;
  useEffect(() => {
    if (caseId === undefined) return;
    void navigate({ to: '/desk/$', params: { _splat: `queue/${caseId}` }, replace: true });
  }, [caseId, navigate]);

  if (!opened.isError) return <Loading label="Opening the case..." />;
  return ['PT404', '22P02'].includes(errorCode(opened.error) ?? '') ? (
    <EmptyState
      title="There is no such case"
      description="What it would be about was deleted, or you take part in it yourself."
      action={<BackToQueue />}
    />
  ) : (
    <ListProblem
      query={opened}
      failure="The case could not be opened"
      reason={backendMessage(opened.error)}
    />
  );
}
