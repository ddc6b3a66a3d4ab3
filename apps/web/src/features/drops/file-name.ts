/** Characters that file systems refuse in names, and leading dots, which hide files. */
const INVALID_CHARACTERS = /[\\/:*?"<>|\p{Cc}]|^[\s.]+|[\s.]+$/gu;

/** The name of a file made of a drop: its title without characters that file systems refuse. */
export function fileName(title: string, extension: string): string {
  return `${title.replaceAll(INVALID_CHARACTERS, '') || 'voice-drop'}.${extension}`;
}
