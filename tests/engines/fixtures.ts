import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base } from '@playwright/test';
import type { EngineName } from '../../scripts/lib/engines.ts';
import type { Engine } from './engine.ts';
import { startFirefox } from './firefox.ts';
import { Page } from './page.ts';
import { Site } from './site.ts';
import { startSoundSink, type SoundSink } from './sound-sink.ts';
import { startWebKit } from './webkit.ts';

export interface EngineOptions {
  /** The browser in which the tests run. */
  engineName: EngineName;
}

interface Fixtures extends EngineOptions {
  /** A temporary folder, which is also the home folder of the programs that the test starts. */
  folder: string;
  /** The environment variables of those programs. */
  env: NodeJS.ProcessEnv;
  sound: SoundSink;
  engine: Engine;
  site: Site;
  /** The browser's one tab. */
  tab: Page;
}

const start = { firefox: startFirefox, webkit: startWebKit };

export const test = base.extend<Fixtures>({
  engineName: ['firefox', { option: true }],

  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'undertone-engine-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },

  env: async ({ folder }, use) => {
    const { PATH } = process.env;
    await use({ PATH, LANG: 'C.UTF-8', HOME: folder, XDG_RUNTIME_DIR: folder, TMPDIR: folder });
  },

  sound: async ({ folder, env }, use) => {
    const sound = await startSoundSink(folder, env);
    await use(sound);
    await sound.stop();
  },

  engine: async ({ engineName, folder, env, sound }, use, testInfo) => {
    const engine = await start[engineName](folder, { ...env, ...sound.env });
    await use(engine);
    if (testInfo.status !== testInfo.expectedStatus) {
      await writeFile(testInfo.outputPath('page.png'), await engine.screenshot());
      console.error(`${engineName} has logged:`, await engine.errors());
    }
    await engine.close();
  },

  site: async ({}, use) => {
    const site = await Site.start();
    await use(site);
    await site.stop();
  },

  tab: async ({ engine, site }, use) => {
    await use(new Page(engine, site.backend.url));
  },
});

export { expect };
