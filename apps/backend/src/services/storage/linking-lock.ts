/**
 * Advisory lock that a backup has while it names the bytes of every object. Whoever removes bytes
 * asks for it first, after their row is gone; see `BytesRemoval`. Any number that no one else locks by.
 */
export const linkingLock = 0x756e65;
