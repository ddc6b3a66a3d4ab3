import { REPORT_REASON_IDS, type ReportReasonId } from '@undertone/domain/report-reason';

/** Short names of the reasons; the dialog of reports has the long ones. */
export const reasonNames: Record<ReportReasonId, string> = {
  spam: 'Spam',
  harassment: 'Harassment',
  sexual: 'Sexual content',
  violence: 'Violence',
  copyright: 'Copyright',
  privacy: 'Privacy',
  impersonation: 'Impersonation',
  other: 'Other',
};

/** The reasons of reports with their names and numbers, the most frequent first. */
export const listReasons = (reasons: Partial<Record<ReportReasonId, number>>) =>
  REPORT_REASON_IDS.map((reason) => ({
    reason,
    label: reasonNames[reason],
    count: reasons[reason] ?? 0,
  }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count);
