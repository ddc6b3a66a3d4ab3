import { useEffect, useEffectEvent } from 'react';

const hasFiles = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer?.types.includes('Files') ?? false;

/**
 * Calls `onFile` with a file that is dropped anywhere on the page. Otherwise the browser would leave the page to
 * open the file.
 */
export function useDroppedFile(isOn: boolean, onFile: (file: File) => void): void {
  const receive = useEffectEvent(onFile);
  useEffect(() => {
    if (!isOn) return undefined;
    const over = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      const [file] = event.dataTransfer?.files ?? [];
      if (!file) return;
      event.preventDefault();
      receive(file);
    };
    addEventListener('dragover', over);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('drop', drop);
    };
  }, [isOn]);
}
