export const REPORT_REASON_IDS = [
  'spam',
  'harassment',
  'sexual',
  'violence',
  'copyright',
  'privacy',
  'impersonation',
  'other',
] as const;

/** The values of `reports.reason`. */
export type ReportReasonId = (typeof REPORT_REASON_IDS)[number];

const labels: Record<ReportReasonId, string> = {
  spam: 'Spam or misleading content',
  harassment: 'Harassment or hate speech',
  sexual: 'Sexual content or inappropriate material',
  violence: 'Violence or dangerous behavior',
  copyright: 'Copyright infringement',
  privacy: 'Privacy violation',
  impersonation: 'Fake or impersonation account',
  other: 'Other',
};

/** Every reason with its label, in the dialog's order. */
export const REPORT_REASONS: readonly { id: ReportReasonId; label: string }[] =
  REPORT_REASON_IDS.map((id) => ({ id, label: labels[id] }));
