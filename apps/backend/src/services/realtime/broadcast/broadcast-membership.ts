/** A channel's membership of a topic of Broadcast. */
export interface BroadcastMembership {
  /** The topic without its prefix. */
  readonly topic: string;
  readonly isPrivate: boolean;
  /** Whether the channel receives its own messages (`self`). */
  readonly receivesOwn: boolean;
  /** Whether the channel's messages are acknowledged (`ack`). */
  readonly acknowledges: boolean;
  /** Whether its subscriber may send. Updated whenever the token is verified. */
  mayWrite: boolean;
}
