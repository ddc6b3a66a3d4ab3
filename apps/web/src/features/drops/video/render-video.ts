import { waveformBars } from '@undertone/domain/waveform-bars';
import { measurePeaks } from '@undertone/voice/peaks';
import {
  AudioSample,
  AudioSampleSource,
  BufferTarget,
  CanvasSource,
  Mp4OutputFormat,
  Output,
  Quality,
  WebMOutputFormat,
} from 'mediabunny';
import { DECODED_RATE } from '#lib/decode-audio.ts';
import { drawWave, VIDEO_BARS } from './draw-wave.ts';
import { frameLevels } from './frame-levels.ts';
import { AUDIO_BITRATE, FRAME_RATE, VIDEO_BITRATE } from './video-encoding.ts';
import type { VideoJob } from './video-job.ts';

/**
 * Draws and encodes a video. Its sound is added in stretches of a second beside the frames of that second, as
 * they stand in the file.
 *
 * @param onProgress called with the encoded share, 0 to 1
 * @throws when the browser's encoders fail
 */
export async function renderVideo(
  { encoding, layout, picture, samples }: VideoJob,
  onProgress: (share: number) => void,
): Promise<Blob> {
  const canvas = new OffscreenCanvas(layout.width, layout.height);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('The browser has no canvas in workers.');

  const format = encoding.container === 'mp4' ? new Mp4OutputFormat() : new WebMOutputFormat();
  const output = new Output({ format, target: new BufferTarget() });
  const frames = new CanvasSource(canvas, {
    codec: encoding.video.codec,
    fullCodecString: encoding.video.string,
    quality: new Quality({ bitrate: VIDEO_BITRATE }),
  });
  const sound = new AudioSampleSource({
    codec: encoding.audio.codec,
    quality: new Quality({ bitrate: AUDIO_BITRATE }),
  });
  output.addVideoTrack(frames, { frameRate: FRAME_RATE });
  output.addAudioTrack(sound);
  await output.start();

  const heights = waveformBars(measurePeaks(samples), VIDEO_BARS);
  const levels = frameLevels(samples, DECODED_RATE / FRAME_RATE);
  for (const [frame, level] of levels.entries()) {
    if (frame % FRAME_RATE === 0) await addSecond(sound, samples, frame / FRAME_RATE);
    context.drawImage(picture, 0, 0);
    drawWave(context, layout, heights, { progress: frame / levels.length, level });
    await frames.add(frame / FRAME_RATE, 1 / FRAME_RATE);
    onProgress((frame + 1) / levels.length);
  }
  await output.finalize();
  const { buffer } = output.target;
  if (!buffer) throw new Error('The video has no bytes.');
  return new Blob([buffer], { type: format.mimeType });
}

async function addSecond(
  sound: AudioSampleSource,
  samples: Float32Array<ArrayBuffer>,
  second: number,
): Promise<void> {
  const data = samples.subarray(second * DECODED_RATE, (second + 1) * DECODED_RATE);
  const sample = new AudioSample({
    data,
    format: 'f32',
    numberOfChannels: 1,
    sampleRate: DECODED_RATE,
    timestamp: second,
  });
  await sound.add(sample);
  sample.close();
}
