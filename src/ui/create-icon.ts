import { createElement, type SVGProps } from 'react';

/** Icon data from the package: the elements inside a 24 × 24 SVG. */
export interface IconData {
  name: string;
  node: [tag: string, attributes: Record<string, string>][];
}

/**
 * Creates an icon component. The build replaces Lucide's own factory with it, which recomputes every attribute on each
 * render and is twice the code. Hidden from screen readers unless it has an accessible name.
 */
export default function createIcon({ name, node }: IconData) {
  const looks = `lucide lucide-${name}`;
  const inside = node.map(([tag, attributes]) => createElement(tag, attributes));
  return function Icon({ className, ...rest }: SVGProps<SVGSVGElement>) {
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
        'aria-hidden': rest['aria-label'] || rest['aria-labelledby'] || rest.role ? undefined : true,
        ...rest,
        className: className ? `${looks} ${className}` : looks,
      },
      inside,
    );
  };
}
