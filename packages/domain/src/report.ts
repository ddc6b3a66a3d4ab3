import * as z from 'zod/mini';
import { REPORT_DESCRIPTION_MAX_LENGTH } from './limits.ts';
import { fits } from './characters.ts';
import { REPORT_REASON_IDS } from './report-reason.ts';
import { cleanOptionalText } from './text.ts';

/** The form of a report: a reason and an optional description. */
export const reportSchema = z.object({
  reason: z.enum(REPORT_REASON_IDS),
  description: z.string().check(
    z.overwrite(cleanOptionalText),
    z.refine((description) => fits(description, REPORT_DESCRIPTION_MAX_LENGTH)),
  ),
});
