/** Sound that is ready to be heard and posted. */
export interface Clip {
  /** A WAV file: 16-bit, mono, 44 100 Hz. */
  wav: Blob;
  /** Length in seconds, counted from the samples. */
  duration: number;
  /** `WAVEFORM_PEAKS` whole numbers from 0 to `WAVEFORM_PEAK_MAX`. */
  peaks: number[];
}
