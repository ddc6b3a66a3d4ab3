import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { GatewayContext } from '@undertone/backend/http/service.ts';
import type { PagePreview } from '../page-head.ts';
import { PageRenderer } from './page-renderer.ts';
import { readVisitorBuild } from './visitor-build.ts';
import { visitorDocument } from './visitor-document.ts';

/** A document that shows its page before any script runs. */
interface RenderedDocument {
  readonly html: string;
  /** The headers that differ from those of the app's document. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Renders the app's document for a page of which the server has the data.
 *
 * @param document the app's document, with the page's tags and data
 * @returns null if the page is not rendered, and the app's document has to be sent
 */
export type RenderDocument = (
  context: GatewayContext,
  preview: PagePreview,
  document: string,
) => Promise<RenderedDocument | null>;

const headers = {
  // A signed URL is the visitor's own, and is renewed by the page when it has expired.
  'cache-control': 'private, no-cache',
  vary: 'accept-encoding, cookie, sec-ch-ua-mobile, user-agent',
};

/** Whether the browser says that it runs on a phone. */
function isPhone(context: GatewayContext): boolean {
  const hint = context.req.header('sec-ch-ua-mobile');
  return hint === undefined ? /\bMobi/.test(context.req.header('user-agent') ?? '') : hint === '?1';
}

/**
 * Prepares the rendering of pages for visitors.
 *
 * @param folder the web app's build
 * @returns null if the build has nothing that renders pages
 */
export async function openVisitorPages(
  folder: string,
  { supabaseUrl, publishableKey }: { supabaseUrl: string; publishableKey: string },
  log: Logger,
): Promise<RenderDocument | null> {
  const build = await readVisitorBuild(folder);
  if (!build) return null;
  const renderer = new PageRenderer(build.renderer, log);
  const complete = visitorDocument(build);

  return async (context, { status, answers = [] }, document) => {
    if (status !== 200 || answers.length === 0) return null;
    const { pathname, search } = new URL(context.req.url);
    const page = await renderer.render({
      path: `${pathname}${search}`,
      responses: JSON.stringify(answers),
      supabaseUrl,
      publishableKey,
      isNarrow: isPhone(context),
      cookies: context.req.header('cookie') ?? '',
    });
    if (!page) return null;
    const nonce = randomBytes(16).toString('base64');
    context.set('styleNonce', nonce);
    return { html: complete(document, { page, nonce }), headers };
  };
}
