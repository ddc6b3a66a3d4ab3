import { createElement, type ComponentProps } from 'react';

interface IconData {
  /** The elements of the drawing, by their tags, with their attributes. */
  node: readonly (readonly [tag: string, attributes: Record<string, string>])[];
}

/**
 * Replaces lucide-react's function of the same purpose in the build (see `vite.config.ts`): without its
 * options for sizes, colours and classes, which nothing here uses, each first load is 1.2 kB smaller.
 */
export default function createIcon({ node }: IconData) {
  return function Icon(props: ComponentProps<'svg'>) {
    return (
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={24}
        height={24}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        {...props}
      >
        {node.map(([tag, attributes]) => createElement(tag, attributes))}
      </svg>
    );
  };
}
