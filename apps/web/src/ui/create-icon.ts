import { createElement, type ComponentProps } from 'react';

interface IconData {
  /** The elements of the drawing, by their tags, with their attributes. */
  node: readonly (readonly [tag: string, attributes: Record<string, string>])[];
}

/** Creates the component of an icon of lucide-react, in place of that library's own function: see `vite/small-icons.ts`. */
export default function createIcon({ node }: IconData) {
  return function Icon(props: ComponentProps<'svg'>) {
    return createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...props,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
  };
}
