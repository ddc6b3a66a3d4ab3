/** What makes someone's voice theirs. */
export interface Voice {
  /** In the middle of a sentence, Hz. */
  readonly pitch: number;
  /** Length of the throat and mouth; 1 is an adult man's. The shorter, the brighter. */
  readonly tract: number;
  /** How quickly they speak; 1 is calm. */
  readonly pace: number;
  /** How far the pitch rises for a stress, semitones. */
  readonly liveliness: number;
  /** How much air there is in it: 0 is clear, 1 nearly whispered. */
  readonly breath: number;
}
