import type { Endpoint } from '../auth-context.ts';

/** `GET /health`: succeeds while this service runs. `/healthz` checks the database. */
export const health: Endpoint = () => (context) =>
  context.json({
    version: 'embedded',
    name: 'GoTrue',
    description: 'GoTrue is a user registration and authentication API',
  });
