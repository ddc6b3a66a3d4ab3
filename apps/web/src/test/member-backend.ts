import { accountRow, settingsRow } from './settings-row.ts';
import { counted, json } from './fake-backend.ts';

type Answers = Record<string, (request: Request) => Response | Promise<Response>>;

/** Answers to the requests of every member's page, and signed URLs for any clip. */
export const memberBackend: Answers = {
  'GET /rest/v1/profiles': () =>
    json({
      ...settingsRow(),
      account: accountRow(),
      created_at: new Date(Date.now() - 3 * 24 * 3_600_000).toISOString(),
      counts: { follower_count: 1234, following_count: 5, like_count: 999 },
    }),
  'GET /rest/v1/account_settings': () =>
    json({ voice_notices: [], first_steps: ['dismissed'], profile: { drops: [] } }),
  'HEAD /rest/v1/notifications': () => counted(0),
  'HEAD /rest/v1/conversation_participants': () => counted(0),
  'POST /storage/v1/object/sign/voice-drops': async (request) => {
    const { paths }: { paths: string[] } = await request.json();
    return json(
      paths.map((path) => ({
        error: null,
        path,
        signedURL: `/object/sign/voice-drops/${path}?token=t`,
      })),
    );
  },
  'POST /rest/v1/rpc/own_account_key': () => json('A'.repeat(43)),
  'POST /rest/v1/rpc/suggested_people': () => json([]),
  'POST /rest/v1/rpc/search_suggestions': () => json([]),
  'GET /rest/v1/followed_hashtags': () => json([]),
  'GET /rest/v1/rpc/own_restriction': () => json([]),
  'GET /rest/v1/decisions': () => json([]),
  'GET /rest/v1/drop_alerts': () => json([]),
  'HEAD /rest/v1/follow_requests': () => counted(0),
  'GET /rest/v1/mutes': () => json([]),
  'POST /rest/v1/rpc/add_play': () => json(true),
  'POST /rest/v1/rpc/add_listening': () => json(true),
  'GET /rest/v1/voice_drop_ranks': () => json([]),
  'GET /rest/v1/trending_topics': () => json([]),
};
