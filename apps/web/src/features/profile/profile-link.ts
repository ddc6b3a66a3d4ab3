/** Where anyone sees somebody's profile; one's own page while there is no username to be found by. */
export function profileLink(username: string | undefined): string {
  return `${location.origin}/${username ?? 'profile'}`;
}
