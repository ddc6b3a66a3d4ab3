import * as z from 'zod/mini';
import { REPORT_DESCRIPTION_MAX_LENGTH } from './limits.ts';
import { REPORT_REASON_IDS } from './report-reason.ts';

/** What the report dialog takes: a reason, and words if one wants to. */
export const reportSchema = z.object({
  reason: z.enum(REPORT_REASON_IDS),
  description: z.string().check(z.trim(), z.maxLength(REPORT_DESCRIPTION_MAX_LENGTH)),
});
