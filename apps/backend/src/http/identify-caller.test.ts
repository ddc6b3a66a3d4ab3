import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { ClientRates } from './client-rates.ts';
import { identifyCaller } from './identify-caller.ts';
import type { GatewayEnv } from './service.ts';

it('counts a write that a limit of the database refuses as 20 requests of its account, and of no other', async () => {
  const routes = new Hono<GatewayEnv>();
  routes.use(async (context, next) => {
    context.set('clientAddress', '192.0.2.1');
    await next();
  });
  routes.use(
    identifyCaller({
      publishableKey: 'p',
      secretKey: 's',
      rates: new ClientRates({ perAddress: 100, perAccount: 30 }),
      verifyToken: async (token) => ({
        role: 'authenticated',
        sub: token,
        session_id: token,
        exp: 0,
        aal: 'aal1',
      }),
    }),
  );
  routes.get('/:code', (context) => {
    const { code } = context.req.param();
    if (code === 'done') return context.text('done');
    throw Object.assign(new Error('refused'), { code });
  });
  routes.onError((error, context) =>
    context.json({}, 'status' in error && error.status === 429 ? 429 : 400),
  );
  const statusesOf = async (account: string, code: string, count: number) => {
    const statuses: number[] = [];
    for (let number = 0; number < count; number += 1) {
      const headers = { apikey: 'p', authorization: `Bearer ${account}` };
      statuses.push((await routes.request(`/${code}`, { headers })).status);
    }
    return statuses;
  };
  expect(await statusesOf('ada', '23505', 2)).toEqual([400, 400]);
  expect(await statusesOf('ada', 'PT429', 1)).toEqual([400]);
  expect(await statusesOf('ada', 'done', 9)).toEqual([...Array<number>(8).fill(200), 429]);
  expect(await statusesOf('bob', 'done', 1)).toEqual([200]);
});
