import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeWav } from '../../packages/voice/src/write-wav.ts';
import { babble } from '../../supabase/seed/babble.ts';
import type { Voice } from '../../supabase/seed/utterance.ts';

/** The file that Chromium plays in a loop as its microphone. */
export const microphoneFile = join(import.meta.dirname, '../../.cache/microphone.wav');

/** Switches with which Chromium grants the microphone and plays the file as its sound. */
export const microphoneSwitches = [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-audio-capture=${microphoneFile}`,
];

/** The voice in the microphone's file. */
export const microphoneVoice: Voice = { pitch: 140, tract: 1, pace: 1, liveliness: 3, breath: 0.2 };

/** Writes the microphone's file: 20 s of babble at 140 Hz. */
export async function makeMicrophoneFile(): Promise<void> {
  await mkdir(dirname(microphoneFile), { recursive: true });
  await writeFile(
    microphoneFile,
    writeWav(babble(20, microphoneVoice, 'microphone', 44_100), 44_100),
  );
}
