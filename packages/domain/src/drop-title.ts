import { DESCRIPTION_MAX_LENGTH } from './limits.ts';
import { truncateText } from './characters.ts';
import { cleanLine, hasContent } from './text.ts';
import { defaultTitle } from './title.ts';

/** The title of a new drop: its description, or the default title when it shows nothing. */
export function dropTitle(description: string, filter: string): string {
  const title = truncateText(cleanLine(description), DESCRIPTION_MAX_LENGTH);
  return hasContent(title) ? title : defaultTitle(filter);
}
