import { useMutation } from '@tanstack/react-query';
import { reportSchema } from '@undertone/domain/report';
import type { ReportReasonId } from '@undertone/domain/report-reason';
import { signedInUserId } from '#features/session/signed-in-user.ts';
import { isUniqueViolation } from '#lib/backend-error.ts';
import { useClient } from '#lib/app.ts';

/** The columns of what is reported. */
const COLUMNS = {
  drop: 'reported_voice_drop_id',
  person: 'reported_user_id',
  comment: 'reported_comment_id',
  message: 'reported_message_id',
} as const;

/** The drop, person, comment or message that is reported. */
export interface Reported {
  kind: keyof typeof COLUMNS;
  id: string;
}

interface ReportText {
  reason: ReportReasonId;
  /** The text as typed; may be empty. */
  description: string;
}

/** The reporter has already reported the same. */
export class AlreadyReportedError extends Error {
  override name = 'AlreadyReportedError';
}

/**
 * Sends a report to the team.
 *
 * @throws {AlreadyReportedError} for a second report of the same
 * @throws {NotAuthenticatedError} when no one is signed in
 */
export function useSendReport({ kind, id }: Reported) {
  const client = useClient();
  return useMutation({
    mutationFn: async (text: ReportText) => {
      const { reason, description } = reportSchema.parse(text);
      const target: Partial<Record<(typeof COLUMNS)[typeof kind], string>> = {
        [COLUMNS[kind]]: id,
      };
      const { error } = await client.from('reports').insert({
        reporter_id: await signedInUserId(client),
        ...target,
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
