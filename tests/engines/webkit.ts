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
  '--enable-write-console-messages-to-stdout=true',
];

/** A line of output for what a page's code has logged as an error, or thrown. */
const errorLine = /^CONSOLE (?:JS )?ERROR (.*)$/gm;

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
  return {
    async open(url) {
      await session.post('url', { url });
    },
    run: (body) => session.post<string>('execute/sync', { script: body, args: [] }),
    async perform(source) {
      await session.post('actions', { actions: [source] });
    },
    async screenshot() {
      return Buffer.from(await session.get<string>('screenshot'), 'base64');
    },
    errors: () => [...driver.output().matchAll(errorLine)].map(([, text = '']) => text),
    async close() {
      await session.close().catch(() => undefined);
      await driver.stop();
      await screen.stop();
    },
  };
}
