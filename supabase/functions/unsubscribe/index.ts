import { apiKey, setting } from '../_shared/setting.ts';
import { handle } from './handler.ts';

const api = setting('SUPABASE_URL');
const site = Deno.env.get('SITE_URL') ?? api;
const publishableKey = apiKey('publishable');

Deno.serve((request) => handle(request, { api, site, publishableKey }));
