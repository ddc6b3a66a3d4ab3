/** The part of SoundTouchJS that the benchmark uses; the library has no types. Samples are interleaved stereo. */
declare module 'soundtouchjs' {
  export class SoundTouch {
    /** Factor by which the pitch is moved while the length stays. */
    set pitch(factor: number);
  }
  export class SimpleFilter {
    constructor(
      source: { extract(target: Float32Array, frames: number, position: number): number },
      pipe: SoundTouch,
    );
    extract(target: Float32Array, frames: number): number;
  }
}
