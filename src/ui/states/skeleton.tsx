// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import { classNames } from '../class-names.ts';
import { displayText } from '#contract/text/ui-display.ts';
import './skeleton.css';

export interface SkeletonProps {
  /** The content that is loading. */
  shape: 'tile' | 'row' | 'card';
  count?: number | undefined;
}

const SHAPE_COUNT = { tile: 6, row: 5, card: 3 } as const;

/** Placeholder blocks shaped like the content. Use it through `AfterSkeleton`. */
export function Skeleton({ shape, count = SHAPE_COUNT[shape] }: SkeletonProps) {
  return (
    <output className={classNames('skeletons', `skeletons--${shape}`)} aria-label={displayText.loading}>
      {Array.from({ length: count }, (_unused, index) => (
        <SkeletonItem key={index} shape={shape} />
      ))}
    </output>
  );
}

/** One line of text that is loading, where the rest of its row is there already. */
export const SkeletonLine = () => <output className="skeleton skeleton--text" aria-label={displayText.loading} />;

function SkeletonItem({ shape }: { shape: SkeletonProps['shape'] }) {
  if (shape === 'row') {
    return (
      <div className="skeleton-row">
        <span className="skeleton skeleton--round" />
        <span className="skeleton-row__words">
          <span className="skeleton skeleton--line" />
          <span className="skeleton skeleton--short" />
        </span>
      </div>
    );
  }
  return (
    <div className={`skeleton-${shape}`}>
      <span className={classNames('skeleton', shape === 'card' ? 'skeleton--wide' : 'skeleton--cover')} />
      <span className="skeleton skeleton--line" />
      <span className="skeleton skeleton--short" />
    </div>
  );
}
