import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFirefox } from '../../scripts/lib/engines.ts';
import { BidiConnection } from './bidi-connection.ts';
import { viewport, type Engine } from './engine.ts';
import { startProgram } from './program.ts';

/** Preferences beyond those that Firefox sets under remote control. */
const preferences = {
  // The microphone plays a tone, and needs no permission.
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  // Drawing animations without a graphics card would take much of the processor.
  'ui.prefersReducedMotion': 1,
};

/**
 * Firefox cancels the requests of a page when a navigation begins, before the page's `pagehide`, so that the page
 * cannot know why they failed. While the site is running, no other request fails so.
 */
const CANCELLED = /NetworkError when attempting to fetch resource\.$/;

/** The result of `script.callFunction` for a function that returns a string or throws. */
type CallResult =
  | { type: 'success'; result: { value: string } }
  | { type: 'exception'; exceptionDetails: { text: string } };

/**
 * Starts Firefox without a window and controls it with WebDriver BiDi.
 *
 * @param folder a temporary folder for the profile
 */
export async function startFirefox(folder: string, env: NodeJS.ProcessEnv): Promise<Engine> {
  const path = findFirefox();
  if (path === null) throw new Error('Firefox is not installed.');
  const profile = join(folder, 'profile');
  await mkdir(profile);
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  await writeFile(join(profile, 'user.js'), lines.join(''));

  const program = startProgram(
    path,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'],
    env,
  );
  const [, address] = await program.waitForOutput(/WebDriver BiDi listening on (ws:\S+)/);
  const errors: string[] = [];
  const browser = await BidiConnection.open(`${address}/session`, ({ level, text }) => {
    if (level === 'error' && !CANCELLED.test(text ?? '')) errors.push(text ?? '');
  });
  const { contexts } = await browser.send<{ contexts: { context: string }[] }>(
    'browsingContext.getTree',
  );
  const context = contexts[0]?.context ?? '';
  await browser.send('browsingContext.setViewport', { context, viewport });

  return {
    async open(url) {
      await browser.send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async run(body) {
      const answer = await browser.send<CallResult>('script.callFunction', {
        functionDeclaration: `function () { ${body}\n }`,
        target: { context },
        awaitPromise: false,
      });
      if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
      return answer.result.value;
    },
    async perform(source) {
      await browser.send('input.performActions', { context, actions: [source] });
    },
    async screenshot() {
      const { data } = await browser.send<{ data: string }>('browsingContext.captureScreenshot', {
        context,
      });
      return Buffer.from(data, 'base64');
    },
    errors: async () => errors,
    async close() {
      await browser.send('browser.close').catch(() => undefined);
      browser.close();
      await program.stop();
    },
  };
}
