import { escapeMarkup } from './escape-markup.ts';

/** The size of the embedded player in CSS pixels. */
export const EMBED_SIZE = { width: 480, height: 152 };

/** The themes that a page may choose for the player in it; without one, the player follows the device. */
const THEMES = ['light', 'dark'] as const;

export type EmbedTheme = (typeof THEMES)[number];

export interface EmbedOptions {
  theme?: EmbedTheme | undefined;
  /** The second at which the player starts. */
  moment?: number | undefined;
}

/** Reads a theme from a query; undefined for anything that is not one. */
export const readEmbedTheme = (text: string | null): EmbedTheme | undefined =>
  THEMES.find((theme) => theme === text);

/** The URL of a drop's player for other sites. @param site its origin, without a slash at the end */
export function embedUrl(site: string, dropId: string, { theme, moment }: EmbedOptions): string {
  const parameters = [
    ...(theme ? [`theme=${theme}`] : []),
    ...(moment === undefined ? [] : [`t=${moment}`]),
  ];
  const query = parameters.length > 0 ? `?${parameters.join('&')}` : '';
  return `${site}/embed/${dropId}${query}`;
}

/**
 * The HTML that shows the player in another site's page.
 *
 * @param title the name of the frame for screen readers
 * @param size CSS pixels
 */
export function embedCode(url: string, title: string, { width, height } = EMBED_SIZE): string {
  return (
    `<iframe src="${escapeMarkup(url)}" width="${width}" height="${height}" ` +
    `title="${escapeMarkup(title)}" style="border:0;max-width:100%" loading="lazy"></iframe>`
  );
}
