import { Hono } from 'hono';
import pino from 'pino';
import { expect, it } from 'vitest';
import { ClientRates } from './client-rates.ts';
import { countRequests, readClient } from './identify-caller.ts';
import { internalRequests } from './internal-requests.ts';
import type { GatewayEnv } from './service.ts';

const log = pino({ level: 'silent' });

it('a request of the backend itself acts for the client that caused it, and no rate counts it', async () => {
  const rates = new ClientRates({ perAddress: 1, perAccount: 1 });
  const verifyToken = () => Promise.reject(new Error('no token is expected'));
  const routes = new Hono<GatewayEnv>();
  routes.use(countRequests({ publishableKey: 'p', secretKey: 's', verifyToken, rates }));
  routes.get('/who', (context) => context.text(readClient(context).address));
  const send = internalRequests('functions', { routes }, log);
  const ask = async (clientAddress: string) => {
    const request = new Request('http://localhost/functions/v1/who');
    return (await send(request, clientAddress)).text();
  };
  expect(await ask('192.0.2.7')).toBe('192.0.2.7');
  expect(await ask('192.0.2.7')).toBe('192.0.2.7');
  expect(await ask('2001:db8::1')).toBe('2001:db8:0:0::/64');
});
