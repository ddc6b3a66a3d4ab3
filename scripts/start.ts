// npm start, npm run demo, npm run dev: installs, builds and starts everything, and prints the address.
import { parseArgs } from 'node:util';
import { allocatorSettings } from '../apps/backend/src/database/allocator-settings.ts';
import { describeFailure } from '../apps/backend/src/operations/describe-failure.ts';
import { buildSiteWhenStale } from './lib/build-site.ts';
import { projectEnv, root, start } from './lib/run.ts';
import { waitForBackend } from './lib/running-backend.ts';

const { values } = parseArgs({ options: { demo: { type: 'boolean' }, dev: { type: 'boolean' } } });

if (!values.dev) {
  await buildSiteWhenStale().catch((error: unknown) => {
    console.error(describeFailure(error, root, process.env.LOG_LEVEL));
    process.exit(1);
  });
}

const watch = values.dev ? ['--watch', '--watch-preserve-output'] : [];
const backend = start('node', [...watch, 'apps/site-server/src/main.ts'], {
  env: { ...allocatorSettings, ...projectEnv() },
});

// Ctrl-C reaches the child processes directly; other signals are passed on. This process ends with the backend.
let isEnding = false;
process.on('SIGINT', () => (isEnding = true));
for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    isEnding = true;
    backend.kill(signal);
  });
}
backend.on('exit', (code) => process.exit(code ?? 1));

if (values.demo || values.dev) {
  const running = await waitForBackend(backend);
  if (running && values.demo) {
    const { seedDemo } = await import('../supabase/seed/demo.ts');
    await seedDemo(running).catch((error: unknown) => {
      // The backend keeps running with a partial demo. No error is printed during a stop.
      if (!isEnding)
        console.error('The demo is not complete; the next start goes on with it.', error);
    });
  }
  if (running && values.dev) {
    const site = start('vite', ['apps/web']);
    backend.on('exit', () => site.kill());
  }
}
