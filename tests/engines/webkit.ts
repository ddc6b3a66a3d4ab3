import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../apps/backend/src/lib/free-port.ts';
import { root } from '../../scripts/lib/run.ts';
import { findMiniBrowser } from '../../scripts/lib/engines.ts';
import { viewport, type Engine } from './engine.ts';
import { startProgram, type Program } from './program.ts';
import { WebDriverSession } from './webdriver-session.ts';

/** Arguments of WebKitGTK's test browser, which match the settings of Safari on a phone. */
const settings = [
  '--automation',
  '--enable-media-stream=true',
  '--enable-mock-capture-devices=true',
  '--media-playback-requires-user-gesture=true',
];

/**
 * Script that collects the errors that the page throws or logs. WebDriver does not report them, and WebKit does
 * not print them in a private session.
 */
const collectErrorsScript = `
  window.collectedErrors ??= [];
  addEventListener('error', ({ message }) => collectedErrors.push(message));
  addEventListener('unhandledrejection', ({ reason }) => collectedErrors.push(String(reason)));
  const log = console.error;
  console.error = (...words) => {
    collectedErrors.push(words.map(String).join(' '));
    log.apply(console, words);
  };
  return '';`;

/** Script that returns and removes the collected errors. */
const takeErrorsScript = 'return JSON.stringify(window.collectedErrors?.splice(0) ?? [])';

/**
 * Starts WebKitGTK's browser on a virtual screen and controls it with WebDriver.
 *
 * @param folder a temporary folder for the browser's files
 */
export async function startWebKit(folder: string, env: NodeJS.ProcessEnv): Promise<Engine> {
  const binary = findMiniBrowser();
  if (binary === null) throw new Error('The MiniBrowser of WebKitGTK is not installed.');

  const screen = startProgram(
    'Xvfb',
    ['-displayfd', '1', '-screen', '0', '1440x1080x24', '-nolisten', 'tcp'],
    env,
  );
  const [, display] = await screen.waitForOutput(/^(\d+)\n/m);
  const port = await freePort();
  const config = join(folder, 'config');
  // WebKitGTK reports this setting to pages as a preference for reduced motion.
  await mkdir(join(config, 'gtk-3.0'), { recursive: true });
  await writeFile(join(config, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
  const driver = startProgram('WebKitWebDriver', ['--host=127.0.0.1', `--port=${port}`], {
    ...env,
    DISPLAY: `:${display}`,
    GDK_BACKEND: 'x11',
    // The environment has no accessibility bus.
    NO_AT_BRIDGE: '1',
    // The registry is cached, since scanning GStreamer's plugins takes seconds.
    GST_REGISTRY: join(root, '.cache/gstreamer-registry.bin'),
    XDG_CONFIG_HOME: config,
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
    const kept: string[] = JSON.parse(await run(takeErrorsScript));
    errors.push(...kept);
  };
  return {
    async open(url) {
      await collectErrors();
      await session.post('url', { url });
      await run(collectErrorsScript);
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
