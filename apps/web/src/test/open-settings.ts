import { fakeBackend, json } from './fake-backend.ts';
import { memberBackend } from './member-backend.ts';
import { openPage } from './open-page.tsx';
import { sessionOf } from './session.ts';
import { accountRow, settingsRow } from './settings-row.ts';

type Answers = Parameters<typeof fakeBackend>[0];

/** Answers with the account of mira, who has a password. */
export const accountWith = (changes: object) => () =>
  json({ ...sessionOf('mira').user, identities: [{ provider: 'email' }], ...changes });

/** Opens the settings of mira, with a profile that stores what is saved. */
export async function openSettings(
  more: Answers = {},
  changes: Parameters<typeof settingsRow>[0] = {},
  settings?: Parameters<typeof openPage>[1],
) {
  const profile = {
    row: {
      ...settingsRow(changes),
      account: accountRow(),
    },
  };
  const answers: Answers = {
    ...memberBackend,
    'GET /auth/v1/user': accountWith({}),
    'POST /rest/v1/rpc/list_sessions': () => json([]),
    'POST /rest/v1/rpc/list_old_links': () => json([]),
    'POST /rest/v1/rpc/recovery_state': () =>
      json({ codes: 0, recovered_at: null, decided_from: null }),
    'POST /rest/v1/rpc/mail_state': () => json('confirmed'),
    'GET /rest/v1/profiles': () => json(profile.row),
    'POST /rest/v1/profiles': async (request) => {
      profile.row = { ...profile.row, ...(await request.json()) };
      return json(profile.row, 201);
    },
    'PATCH /rest/v1/account_settings': async (request) => {
      profile.row.account = await request.json();
      return new Response(null, { status: 204 });
    },
    ...more,
  };
  const { requests } = fakeBackend(answers);
  const page = await openPage('/settings', settings);
  /** The requests to paths that start so. */
  const sent = (method: string, start: string) =>
    requests.filter(
      (each) => each.method === method && new URL(each.url).pathname.startsWith(start),
    );
  return { ...page, answers, profile, requests, sent };
}
