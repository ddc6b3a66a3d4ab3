import { makeMicrophoneFile } from './microphone.ts';

/** Writes the file that every worker's browser uses as its microphone. */
export default makeMicrophoneFile;
