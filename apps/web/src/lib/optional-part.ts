import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { logFailure } from './log.ts';

/**
 * A part of the page whose code is fetched when it is first shown. Where that
 * does not come, the page goes on without it, or with what stands in for it.
 */
export function optionalPart<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  instead: ComponentType<Props> = () => null,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    try {
      return await load();
    } catch (cause) {
      logFailure('A part of the page did not arrive.', cause);
      return { default: instead };
    }
  });
}
