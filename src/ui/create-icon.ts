import { createElement, type SVGProps } from 'react';

/** An icon as its package describes it: the elements inside of a 24 × 24 drawing. */
export interface IconData {
  name: string;
  node: [tag: string, attributes: Record<string, string>][];
}

/**
 * Makes an icon's component; stands in for Lucide's own maker in the build, which computes every attribute anew for each
 * icon on the screen and brings twice the code. Hidden from screen readers unless it is given a name.
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
