import { makeMicrophoneFile } from './microphone.ts';

/** Writes the file that every worker's browser takes as its microphone. */
export default makeMicrophoneFile;
