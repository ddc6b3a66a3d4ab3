/** Leaves the app for another address. */
export function leaveFor(url: string): void {
  location.assign(url);
}
