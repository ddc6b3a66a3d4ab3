import { useMutation } from '@tanstack/react-query';
import { reportSchema } from '@undertone/domain/report';
import type { ReportReasonId } from '@undertone/domain/report-reason';
import { signedInUserId } from '#features/session/signed-in-queries.ts';
import { isUniqueViolation } from '#lib/backend-error.ts';
import { useClient } from '#lib/app.ts';

/** What a report is about. */
export interface Reported {
  kind: 'drop' | 'person';
  id: string;
}

interface ReportText {
  reason: ReportReasonId;
  /** As it was typed; may be empty. */
  description: string;
}

/** Thrown when someone has reported the same drop or person before. */
export class AlreadyReportedError extends Error {
  override name = 'AlreadyReportedError';
}

/**
 * Sends a report to the team.
 *
 * Throws AlreadyReportedError for a second report of the same, and
 * NotAuthenticatedError when nobody is signed in.
 */
export function useSendReport({ kind, id }: Reported) {
  const client = useClient();
  return useMutation({
    mutationFn: async (text: ReportText) => {
      const { reason, description } = reportSchema.parse(text);
      const { error } = await client.from('reports').insert({
        reporter_id: await signedInUserId(client),
        ...(kind === 'drop' ? { reported_voice_drop_id: id } : { reported_user_id: id }),
        reason,
        description: description || null,
      });
      if (isUniqueViolation(error)) {
        throw new AlreadyReportedError(`The ${kind} ${id} was reported before.`, { cause: error });
      }
      if (error) throw error;
    },
  });
}
