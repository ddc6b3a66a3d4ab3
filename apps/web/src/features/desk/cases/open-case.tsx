import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useClient } from '#lib/app.ts';
import { Loading } from '#ui/loading.tsx';
import { CaseProblem } from './case-problem.tsx';
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
  return (
    <CaseProblem
      query={opened}
      failure="The case could not be opened"
      absence="The drop, comment or account was deleted, or you take part in the case yourself."
    />
  );
}
