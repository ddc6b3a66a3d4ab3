import { exactMoment } from '#ui/exact-moment.ts';

/** When a drop was posted, in the reader's time zone. */
export const postedOn = (moment: string): string => `Posted on ${exactMoment(moment)}`;
