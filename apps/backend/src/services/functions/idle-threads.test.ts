import { join } from 'node:path';
import { Hono } from 'hono';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { GatewayEnv, Service } from '../../http/service.ts';
import { createFunctions } from './service.ts';

let service: Service;
let app: Hono<GatewayEnv>;

beforeAll(async () => {
  service = await createFunctions({
    folder: join(import.meta.dirname, 'fixtures/functions'),
    rules: {
      publishableKey: 'publishable',
      secretKey: 'secret',
      verifyToken: () => Promise.reject(new Error('unexpected token')),
    },
    settings: { open: { enabled: true, verify_jwt: false } },
    environment: {},
    log: pino({ level: 'silent' }),
    limits: { idleTime: 1 },
  });
  app = new Hono<GatewayEnv>();
  app.use(async (context, next) => {
    context.set('clientAddress', '192.0.2.7');
    context.set('clientProtocol', 'https');
    await next();
  });
  app.route('/functions/v1', service.routes);
});
afterAll(() => service.stop?.());

it('an idle thread ends, and a new thread handles the next request', async () => {
  for (let time = 0; time < 2; time += 1) {
    const response = await app.request('http://localhost/functions/v1/open', {
      headers: { apikey: 'publishable' },
    });
    expect(response.status).toBe(200);
    await response.text();
    await expect.poll(() => service.gauges?.()).toMatchObject({ threads: 0, busy: 0 });
  }
});
