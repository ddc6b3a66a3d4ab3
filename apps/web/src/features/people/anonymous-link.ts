/** The address where people send an account an anonymous voice message. */
export const anonymousLink = (username: string): string =>
  `${location.origin}/${username}?anonymous=yes`;
