// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import type { MouseEvent, ReactNode } from 'react';
import { displayText } from '#contract/text/ui-display.ts';
import { CountDot } from '../tiles/dot.tsx';
import './tab-bar.css';

export interface TabBarItem {
  label: string;
  icon: ReactNode;
  /** Without `href` the item is a button: Menu opens the drawer. */
  href?: string | undefined;
  onClick?: ((event: MouseEvent) => void) | undefined;
  /** The lit tab: `page` on its own page, true on the pages that belong to it. */
  current?: 'page' | boolean | undefined;
  /** Number of changes waiting to be sent. */
  count?: number | undefined;
  /** Announced instead of "3 waiting": "3 uploads waiting". */
  countSpoken?: string | undefined;
  /** For a button that opens something. */
  expanded?: boolean | undefined;
}

/** The navigation bar at the bottom; place it last in the column. */
export function TabBar({
  items,
  label = displayText.mainTabs,
}: {
  items: readonly TabBarItem[];
  label?: string | undefined;
}) {
  return (
    <nav className="tab-bar" aria-label={label}>
      {items.map((item) => (
        <Tab key={item.label} item={item} />
      ))}
    </nav>
  );
}

function Tab({ item }: { item: TabBarItem }) {
  const count = item.count ?? 0;
  const inside = (
    <>
      <span className="tab-bar__mark">{item.icon}</span>
      <span className="tab-bar__label">{item.label}</span>
      <CountDot
        className="tab-bar__count"
        tone="queue"
        count={count}
        spoken={`, ${item.countSpoken ?? displayText.waiting(count)}`}
      />
    </>
  );
  if (item.href !== undefined) {
    return (
      <a className="tab-bar__tab" href={item.href} onClick={item.onClick} aria-current={item.current || undefined}>
        {inside}
      </a>
    );
  }
  return (
    <button
      type="button"
      className="tab-bar__tab"
      onClick={item.onClick}
      aria-haspopup="dialog"
      aria-expanded={item.expanded ?? false}
      aria-current={item.current || undefined}
    >
      {inside}
    </button>
  );
}
