import { join } from 'node:path';
import { freePort } from '../../apps/backend/src/lib/free-port.ts';
import { root } from '../../scripts/lib/run.ts';
import { findMiniBrowser } from '../../scripts/lib/webkit.ts';
import { viewport, type Engine } from './engine.ts';
import { startProgram, type Program } from './program.ts';
import { WebDriverSession } from './webdriver-session.ts';

/** The browser of WebKitGTK's own tests, with the settings that a phone's Safari has. */
const settings = [
  '--automation',
  '--enable-media-stream=true',
  '--enable-mock-capture-devices=true',
  '--media-playback-requires-user-gesture=true',
];

/**
 * Runs in the page: keeps what its code throws or logs as an error from now on. WebDriver does not tell,
 * and WebKit writes nothing to its output in the private session that is driven.
 */
const keepErrors = `
  window.keptErrors ??= [];
  addEventListener('error', ({ message }) => keptErrors.push(message));
  addEventListener('unhandledrejection', ({ reason }) => keptErrors.push(String(reason)));
  const log = console.error;
  console.error = (...words) => {
    keptErrors.push(words.map(String).join(' '));
    log.apply(console, words);
  };
  return '';`;

/** Runs in the page. */
const takeErrors = 'return JSON.stringify(window.keptErrors?.splice(0) ?? [])';

/**
 * Starts WebKitGTK's browser on a screen in memory, and drives it by WebDriver.
 *
 * @param folder a temporary folder, for what it writes
 */
export async function startWebKit(folder: string, env: NodeJS.ProcessEnv): Promise<Engine> {
  const binary = findMiniBrowser();
  if (binary === null) throw new Error('There is no MiniBrowser of WebKitGTK here.');

  const screen = startProgram(
    'Xvfb',
    ['-displayfd', '1', '-screen', '0', '1440x1080x24', '-nolisten', 'tcp'],
    env,
  );
  const [, display] = await screen.waitForOutput(/^(\d+)\n/m);
  const port = await freePort();
  const driver = startProgram('WebKitWebDriver', ['--host=127.0.0.1', `--port=${port}`], {
    ...env,
    DISPLAY: `:${display}`,
    GDK_BACKEND: 'x11',
    // There is no accessibility bus to register with.
    NO_AT_BRIDGE: '1',
    // Made once: looking through GStreamer's plugins takes seconds.
    GST_REGISTRY: join(root, '.cache/gstreamer-registry.bin'),
    XDG_CONFIG_HOME: join(folder, 'config'),
  });
  const session = await WebDriverSession.open(`http://127.0.0.1:${port}`, {
    'webkitgtk:browserOptions': { binary, args: settings },
  });
  await session.post('window/rect', viewport);
  return drive(session, driver, screen);
}

function drive(session: WebDriverSession, driver: Program, screen: Program): Engine {
  const errors: string[] = [];
  const run = (body: string) => session.post<string>('execute/sync', { script: body, args: [] });
  const collectErrors = async () => {
    const kept: string[] = JSON.parse(await run(takeErrors));
    errors.push(...kept);
  };
  return {
    async open(url) {
      await collectErrors();
      await session.post('url', { url });
      await run(keepErrors);
    },
    run,
    async perform(source) {
      await session.post('actions', { actions: [source] });
    },
    async screenshot() {
      return Buffer.from(await session.get<string>('screenshot'), 'base64');
    },
    async errors() {
      await collectErrors();
      return errors;
    },
    async close() {
      await session.close().catch(() => undefined);
      await driver.stop();
      await screen.stop();
    },
  };
}
