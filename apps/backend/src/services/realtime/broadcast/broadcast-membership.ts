/** How a channel takes part in Broadcast. */
export interface BroadcastMembership {
  /** The topic without its prefix. */
  readonly topic: string;
  readonly isPrivate: boolean;
  /** Whether the channel gets what it sends itself (`self`). */
  readonly receivesOwn: boolean;
  /** Whether what it sends is answered (`ack`). */
  readonly acknowledges: boolean;
  /** Whether its subscriber may send; set anew each time that the token is verified. */
  mayWrite: boolean;
}
