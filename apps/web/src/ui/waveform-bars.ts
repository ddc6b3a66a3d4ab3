/** The number of bars of a waveform, and the number in a window narrower than `WAVEFORM_NARROW_PX`. */
export const WAVEFORM_BARS = 60;
export const WAVEFORM_BARS_NARROW = 40;
export const WAVEFORM_NARROW_PX = 640;
