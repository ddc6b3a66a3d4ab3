import { escapeText } from '../page-head.ts';
import type { RenderedPage } from './page-renderer.ts';
import type { VisitorBuild } from './visitor-build.ts';

/** The tags of the app's code. */
const appCode = /\s*(?:<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>)/g;

/** The tag of the style sheet, whose text is part of a rendered document. */
const styleSheet = /\s*<link rel="stylesheet"[^>]*>/;

/** The script that runs before the first paint, and gives people who are signed in the app's code. */
const startScript = /<script src="(\/assets\/start-[^"/]+\.js)"><\/script>/;

const rootStart = '<div id="root">';

const noscript = /<noscript>.*?<\/noscript>/s;

const typeface = /@font-face\{[^}]*\}/g;

interface VisitorParts {
  readonly page: RenderedPage;
  /** The nonce of the response's style elements. */
  readonly nonce: string;
}

/**
 * Creates a function that turns the app's document into one that shows a rendered page as soon as it has arrived with
 * its two scripts. What comes later, typefaces and the app's code, is in a template, from which the early player or
 * `start.js` takes it.
 */
export function visitorDocument({ styles, earlyScript, appScript }: VisitorBuild) {
  return (html: string, { page, nonce }: VisitorParts): string => {
    const style = (rules: string) => `<style nonce="${nonce}">${rules}</style>`;
    // The document preloads the typeface of most of the text.
    const isLater = (face: string) => {
      const file = /url\(([^)]+)\)/.exec(face)?.[1];
      return file !== undefined && !html.includes(file);
    };
    const firstRules = styles.replaceAll(typeface, (face) => (isLater(face) ? '' : face));
    const later = [
      style((styles.match(typeface) ?? []).filter(isLater).join('')),
      ...(html.match(appCode) ?? []),
      `<link rel="modulepreload" href="${appScript}" />`,
    ];
    // Scripts that are no modules run before anything is painted: nothing is pressed in vain.
    const [, startFile = ''] = startScript.exec(html) ?? [];
    const scripts = [startFile, earlyScript];
    const headStart = scripts.map((file) => `<link rel="preload" href="${file}" as="script" />`);
    const headEnd = [
      style(firstRules + page.css),
      `<template id="undertone-app">${later.join('')}</template>`,
      `<template id="undertone-play-icons">${page.playIcons}</template>`,
      ...scripts.map((file) => `<script src="${file}"></script>`),
    ];
    const places: [string | RegExp, string][] = [
      [appCode, ''],
      [startScript, ''],
      [styleSheet, headStart.join('')],
      ['</head>', `${headEnd.join('\n    ')}\n  </head>`],
      [rootStart, `${rootStart}<div id="visit">${page.html}</div>`],
      ...(page.clip === null ? [] : [[noscript, audio(page.clip)] as [RegExp, string]]),
    ];
    return places.reduce((text, [place, content]) => text.replace(place, () => content), html);
  };
}

/** Plays a clip without scripts. */
const audio = (url: string) =>
  `<noscript><audio controls preload="none" src="${escapeText(url)}"></audio></noscript>`;
