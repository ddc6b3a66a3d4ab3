/**
 * Serialises reads that many events ask for: calls during a read lead to one more after it.
 *
 * @param read must not reject
 * @returns a function that reads
 */
export function serialReads(read: () => Promise<unknown>): () => void {
  let isReading = false;
  let isDue = false;
  const readWhileDue = async () => {
    isReading = true;
    while (isDue) {
      isDue = false;
      await read();
    }
    isReading = false;
  };
  return () => {
    isDue = true;
    if (!isReading) void readWhileDue();
  };
}
