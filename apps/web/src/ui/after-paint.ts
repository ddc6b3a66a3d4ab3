/**
 * Runs work that reads the layout, such as moving the focus, after the next paint. Earlier the work
 * would force the browser to lay the page out once more.
 *
 * @returns a function that cancels the work
 */
export function afterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(work);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
