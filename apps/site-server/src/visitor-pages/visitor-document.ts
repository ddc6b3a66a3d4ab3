import { escapeText } from '../page-head.ts';
import type { RenderedPage } from './page-renderer.ts';
import type { VisitorBuild } from './visitor-build.ts';

/** The tags of the app's code. */
const appCode = /\s*(?:<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>)/g;

/** The script that runs before the first paint, and gives people who are signed in the app's code. */
const startScript = '<script src="/start.js"></script>';

const rootStart = '<div id="root">';

const noscript = /<noscript>.*?<\/noscript>/s;

interface VisitorParts {
  readonly page: RenderedPage;
  /** The tags of the page's code. */
  readonly preloads: string;
  /** The nonce of the response's style element. */
  readonly nonce: string;
}

/**
 * Creates a function that turns the app's document into one that shows a rendered page at once. The app's code is
 * listed in a template, from which the early player or `start.js` takes it.
 *
 * @throws when the document lacks a part
 */
export function visitorDocument({ earlyScript, appScript }: VisitorBuild) {
  return (html: string, { page, preloads, nonce }: VisitorParts): string => {
    const code = [...(html.match(appCode) ?? []), preloads, modulePreload(appScript)];
    const scripts =
      `<template id="undertone-app">${code.join('\n')}</template>\n    ` +
      `<template id="undertone-play-icons">${page.playIcons}</template>\n    ` +
      `${startScript}\n    <script type="module" src="${earlyScript}"></script>`;
    const parts: [string | RegExp, string][] = [
      [startScript, scripts],
      ['</head>', `<style nonce="${nonce}">${page.css}</style>\n  </head>`],
      [rootStart, `${rootStart}<div id="visit">${page.html}</div>`],
      ...(page.clip === null ? [] : [[noscript, audio(page.clip)] as [RegExp, string]]),
    ];
    return parts.reduce(
      (text, [place, part]) => text.replace(place, () => part),
      html.replaceAll(appCode, ''),
    );
  };
}

/** Plays a clip without scripts. */
const audio = (url: string) =>
  `<noscript><audio controls preload="none" src="${escapeText(url)}"></audio></noscript>`;

const modulePreload = (file: string) => `<link rel="modulepreload" href="${file}">`;
