import { wavOf } from '../fixtures/wav.ts';
import type { WireRequest } from './request.ts';
import type { FuzzTarget } from './fuzz-target.ts';

type Headers = Record<string, string>;

const json = { 'content-type': 'application/json' };

/** Valid requests of each service, as the start for mutations. */
export type Seeds = Readonly<
  Record<'auth' | 'rest' | 'storage' | 'functions' | 'site', WireRequest[]>
>;

const requestWith =
  (base: string, common: Headers) =>
  (method: string, path: string, body?: object | Buffer, headers: Headers = {}): WireRequest => ({
    method,
    path: `${base}${path}`,
    headers: { ...common, ...(body && !Buffer.isBuffer(body) ? json : {}), ...headers },
    body:
      body === undefined ? null : Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body)),
  });

/** The requests that an attacker with an account and the source code would start from. */
export function createSeeds(target: FuzzTarget): Seeds {
  const { backend, attacker, attackerToken, victim, publicDrop, privateDrop, ownDrop } = target;
  const { privatePath, ownPath, comment } = target;
  const visitor: Headers = { apikey: backend.publishableKey };
  const member: Headers = { ...visitor, authorization: `Bearer ${attackerToken}` };
  const rest = requestWith('/rest/v1', member);
  const auth = requestWith('/auth/v1', member);
  const storage = requestWith('/storage/v1', member);
  const functions = requestWith('/functions/v1', member);
  const stranger = requestWith('/auth/v1', visitor);
  const visiting = requestWith('/rest/v1', visitor);
  const wav = Buffer.from(wavOf(0.3));
  const returning = { prefer: 'return=representation' };
  const author = 'author:profiles!voice_drops_user_id_fkey(username,avatar_url)';

  const site = requestWith('', {});
  const page = encodeURIComponent(`${backend.url}/voice-drop/${publicDrop}`);

  return {
    site: [
      site('GET', `/voice-drop/${privateDrop}`, undefined, { 'accept-encoding': 'br' }),
      site('HEAD', `/voice-drop/${publicDrop}`),
      site('GET', `/embed/${publicDrop}`),
      site('GET', '/app?tab=hot'),
      site('GET', `/oembed?url=${page}&format=json&maxwidth=300`),
      site('HEAD', `/oembed?url=${page}`),
      site('HEAD', '/sitemap.xml?page=1'),
      site('GET', '/feeds/victim.xml', undefined, { 'if-none-match': '"x"' }),
      site('HEAD', '/feeds/tags/rain.xml'),
      site('GET', '/feeds/victim.png'),
      site('GET', `/listen/${privateDrop}.mp3`, undefined, { range: 'bytes=0-1' }),
      site('HEAD', `/listen/${publicDrop}.mp3`),
      site('GET', `/functions/v1/preview-image?path=/voice-drop/${privateDrop}`),
      site('GET', '/assets/index.js', undefined, { range: 'bytes=0-9' }),
    ],
    rest: [
      rest('GET', `/voice_drops?select=*,${author}&order=created_at.desc,id.desc&limit=20`),
      rest('GET', `/voice_drops?select=id,title&id=in.(${privateDrop},${publicDrop})`),
      rest(
        'GET',
        `/voice_drops?select=id&or=(title.ilike.*a*,and(duration.gt.0,not.filter_used.eq.deep))`,
      ),
      rest(
        'GET',
        '/voice_drops?select=id,voice_drop_comments(content,profiles(username))&voice_drop_comments.limit=2',
      ),
      rest('GET', `/profiles?select=username,push_notifications&user_id=eq.${victim.id}`),
      rest('GET', `/bookmarks?select=*,voice_drops!inner(title)&user_id=eq.${victim.id}`),
      rest('GET', `/notifications?recipient_id=eq.${victim.id}&order=created_at.desc&limit=50`),
      rest('HEAD', '/voice_drops?select=*', undefined, { prefer: 'count=exact', range: '0-4' }),
      visiting('GET', `/voice_drops?id=eq.${privateDrop}`, undefined, {
        accept: 'application/vnd.pgrst.object+json',
      }),
      rest(
        'POST',
        '/voice_drop_likes',
        { voice_drop_id: privateDrop, user_id: victim.id },
        returning,
      ),
      rest(
        'POST',
        '/voice_drop_comments?select=*',
        {
          voice_drop_id: publicDrop,
          user_id: attacker.id,
          content: 'Hm',
          parent_comment_id: comment,
        },
        returning,
      ),
      rest(
        'POST',
        '/follows?on_conflict=follower_id,following_id',
        [{ follower_id: attacker.id, following_id: victim.id }],
        { prefer: 'resolution=merge-duplicates,return=representation' },
      ),
      rest(
        'POST',
        '/reports?columns=reporter_id,reported_user_id,reason',
        [{ reporter_id: attacker.id, reported_user_id: victim.id, reason: 'Other' }],
        { prefer: 'missing=default' },
      ),
      rest('PATCH', `/voice_drops?id=eq.${privateDrop}`, { privacy_level: 'public' }, returning),
      rest('PATCH', `/profiles?user_id=eq.${victim.id}`, { bio: 'taken over' }, returning),
      rest('DELETE', `/voice_drops?user_id=eq.${victim.id}`, undefined, returning),
      rest('DELETE', `/voice_drop_comments?id=eq.${comment}`, undefined, returning),
      rest('POST', '/rpc/check_username_available', {
        username_to_check: 'victim',
        current_user_id: victim.id,
      }),
      rest('GET', '/rpc/check_username_available?username_to_check=victim'),
      rest('GET', '/'),
    ],
    auth: [
      stranger('POST', '/signup', {
        email: 'new@example.com',
        password: 'correct horse',
        data: { username: 'newone' },
      }),
      stranger('POST', '/token?grant_type=password', {
        email: 'victim@example.com',
        password: 'guess',
      }),
      stranger('POST', '/token?grant_type=refresh_token', { refresh_token: 'AAAAAAAAAAAAAAAA' }),
      stranger('POST', '/token?grant_type=pkce', {
        auth_code: comment,
        code_verifier: 'a'.repeat(43),
      }),
      stranger('POST', '/recover', { email: 'unknown@example.com' }),
      stranger('POST', '/resend', { type: 'signup', email: 'unknown@example.com' }),
      stranger('POST', '/otp', { email: 'unknown@example.com', create_user: true }),
      stranger('POST', '/verify', {
        type: 'recovery',
        email: 'victim@example.com',
        token: '123456',
      }),
      stranger('GET', '/verify?type=signup&token=abcdef&redirect_to=https%3A%2F%2Fevil.example'),
      stranger(
        'GET',
        '/authorize?provider=google&redirect_to=https%3A%2F%2Fevil.example&scopes=email',
      ),
      stranger('GET', '/callback?code=abc&state=def'),
      stranger('GET', '/settings'),
      stranger('GET', '/.well-known/jwks.json'),
      auth('GET', '/user'),
      auth('PUT', '/user', { data: { username: 'attacker' } }),
      auth('GET', '/reauthenticate'),
      auth('POST', '/factors', { factor_type: 'totp', friendly_name: 'phone', issuer: 'x' }),
      auth('POST', `/factors/${comment}/challenge`, {}),
      auth('POST', `/factors/${comment}/verify`, { challenge_id: comment, code: '123456' }),
      auth('DELETE', `/factors/${comment}`),
      auth('GET', `/admin/users/${victim.id}`),
      auth('DELETE', `/admin/users/${victim.id}`),
    ],
    storage: [
      storage('GET', `/object/voice-drops/${privatePath}`),
      storage('GET', `/object/authenticated/voice-drops/${ownPath}`, undefined, {
        range: 'bytes=10-99',
      }),
      storage('GET', `/object/public/voice-drops/${privatePath}`),
      storage('GET', `/object/info/voice-drops/${privatePath}`),
      storage('HEAD', `/object/voice-drops/${privatePath}`),
      storage('POST', `/object/sign/voice-drops/${privatePath}`, { expiresIn: 60 }),
      storage('POST', '/object/sign/voice-drops', { expiresIn: 60, paths: [privatePath, ownPath] }),
      storage('GET', `/object/sign/voice-drops/${privatePath}?token=abc.def.ghi`),
      storage('POST', '/object/list/voice-drops', {
        prefix: victim.id,
        limit: 100,
        offset: 0,
        sortBy: { column: 'name', order: 'asc' },
      }),
      storage('POST', `/object/voice-drops/${attacker.id}/new-voice-drop.wav`, wav, {
        'content-type': 'audio/wav',
        'x-upsert': 'true',
      }),
      storage('PUT', `/object/voice-drops/${privatePath}`, wav, { 'content-type': 'audio/wav' }),
      storage('POST', '/object/move', {
        bucketId: 'voice-drops',
        sourceKey: privatePath,
        destinationKey: `${attacker.id}/mine-voice-drop.wav`,
      }),
      storage('POST', '/object/copy', {
        bucketId: 'voice-drops',
        sourceKey: privatePath,
        destinationKey: `${attacker.id}/copy-voice-drop.wav`,
      }),
      storage('DELETE', '/object/voice-drops', { prefixes: [privatePath, ownPath] }),
      storage('DELETE', `/object/voice-drops/${privatePath}`),
      storage('GET', '/bucket/voice-drops'),
      storage('GET', '/bucket'),
      storage('POST', '/object/list-v2/voice-drops', { prefix: victim.id, limit: 10 }),
      storage('POST', `/object/upload/sign/voice-drops/${attacker.id}/2-voice-drop.wav`),
      storage('PUT', `/object/upload/sign/voice-drops/${privatePath}?token=abc.def.ghi`, wav, {
        'content-type': 'multipart/form-data; boundary=x',
      }),
      storage('POST', '/upload/resumable', undefined, { 'upload-length': '10' }),
      storage('GET', `/render/image/public/voice-drops/${privatePath}?width=10&height=-1`),
      storage('GET', `/cdn/voice-drops/${privatePath}`),
      storage('GET', '/s3/voice-drops?list-type=2'),
    ],
    functions: [
      functions('POST', '/voice-transform', {
        audioData: wav.toString('base64'),
        filterId: 'deep',
      }),
      functions('POST', '/voice-transform', { audioData: 'AAAA', filterId: ownDrop }),
      functions('GET', '/qr-code?size=240x240&data=hello&format=png&margin=20&ecc=M'),
      functions('POST', '/nothing-here', {}),
    ],
  };
}
