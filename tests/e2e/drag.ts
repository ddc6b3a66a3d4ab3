import type { Locator } from '@playwright/test';

interface Point {
  x: number;
  y: number;
}

/** Number of moves, each in its own frame. */
const MOVES = 10;

/**
 * Moves a finger over an element with touch events, so that the browser decides whether to scroll.
 *
 * @param from the position of touch start, as shares of the element's width and height
 * @param to the position of touch end
 */
export async function drag(target: Locator, from: Point, to: Point): Promise<void> {
  const page = target.page();
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('The element is not on the screen.');
  const at = ({ x, y }: Point) => ({ x: box.x + x * box.width, y: box.y + y * box.height });
  const [start, end] = [at(from), at(to)];

  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [start]);
  for (let move = 1; move <= MOVES; move += 1) {
    const share = move / MOVES;
    await touch('touchMove', [
      { x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share },
    ]);
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
    );
  }
  await touch('touchEnd', []);
  await session.detach();
}
