import type { Endpoint } from '../auth-context.ts';

/** `GET /health`: that this service runs. Whether the database does is `/healthz`'s to say. */
export const health: Endpoint = () => (context) =>
  context.json({
    version: 'embedded',
    name: 'GoTrue',
    description: 'GoTrue is a user registration and authentication API',
  });
