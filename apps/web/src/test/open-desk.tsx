import { fakeBackend, json } from './fake-backend.ts';
import { memberBackend } from './member-backend.ts';
import { openPage } from './open-page.tsx';
import { factorOf, rememberSession, sessionOf } from './session.ts';

const factors = [factorOf('totp', 'Phone')];

/** Opens a page of the desk for Mira, who has the second factor. @param role null if she is not staff */
export async function openDesk(
  path: string,
  role: 'admin' | 'moderator' | null,
  answers: Parameters<typeof fakeBackend>[0],
) {
  rememberSession('mira', { aal: 'aal2', factors, isStaff: role !== null });
  const backend: Parameters<typeof fakeBackend>[0] = {
    ...memberBackend,
    'POST /rest/v1/rpc/desk_role': () => json(role),
    'GET /auth/v1/user': () => json(sessionOf('mira', { factors }).user),
    ...answers,
  };
  const { requests } = fakeBackend(backend);
  const bodiesOf = (call: string) =>
    Promise.all(
      requests
        .filter(({ method, url }) => call === `${method} ${new URL(url).pathname}`)
        .map((request): Promise<unknown> => request.clone().json()),
    );
  return { ...(await openPage(path)), backend, bodiesOf };
}
