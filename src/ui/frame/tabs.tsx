// Not memoised: the compiler's memo code costs more here than rendering again.
'use no memo';

import type { KeyboardEvent, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import './tabs.css';

export interface TabItem<Id extends string> {
  id: Id;
  label: string;
  count?: number | undefined;
  /** For tabs that are separate pages: set it on all items and leave out `onSelect`. */
  href?: string | undefined;
}

export interface TabsProps<Id extends string> {
  /** Accessible name of the list: "Library". */
  label: string;
  items: readonly TabItem<Id>[];
  selected: Id;
  onSelect?: ((id: Id) => void) | undefined;
  /** Shared with the `TabPanel`s; unique on the page. */
  group: string;
  className?: string | undefined;
}

const tabId = (group: string, id: string) => `${group}-tab-${id}`;

/** Scrolls a row that is wider than the screen, so that the tab of this page is seen. */
const showWhole = (tab: HTMLElement | null): undefined | (() => void) => {
  if (!tab) return undefined;
  // The observer reports after layout, before it is painted; measuring now would force a layout of a page half drawn.
  const watcher = new ResizeObserver(() => {
    watcher.disconnect();
    const row = tab.parentElement!;
    row.scrollLeft += Math.max(0, tab.getBoundingClientRect().right - row.getBoundingClientRect().right);
  });
  watcher.observe(tab);
  return () => watcher.disconnect();
};

/** Underlined tabs with a slanted line. Arrow keys, Home and End move and choose. */
export function Tabs<Id extends string>({ label, items, selected, onSelect, group, className }: TabsProps<Id>) {
  const looks = classNames('tabs', className);
  if (items.some((item) => item.href !== undefined)) {
    return (
      <nav className={looks} aria-label={label}>
        {items.map((item) => (
          <a
            key={item.id}
            ref={item.id === selected ? showWhole : undefined}
            className="tabs__tab"
            href={item.href}
            aria-current={item.id === selected ? 'page' : undefined}
          >
            <TabWords item={item} />
          </a>
        ))}
      </nav>
    );
  }
  return (
    <div className={looks} role="tablist" aria-label={label}>
      {items.map((item) => (
        <button
          key={item.id}
          type="button"
          role="tab"
          className="tabs__tab"
          id={tabId(group, item.id)}
          aria-selected={item.id === selected}
          tabIndex={item.id === selected ? 0 : -1}
          onClick={() => onSelect?.(item.id)}
          onKeyDown={moveByKey}
        >
          <TabWords item={item} />
        </button>
      ))}
    </div>
  );
}

export interface TabPanelProps {
  group: string;
  id: string;
  className?: string | undefined;
  children: ReactNode;
}

/** Content of the chosen tab. Render only the chosen one. */
export function TabPanel({ group, id, className, children }: TabPanelProps) {
  return (
    <div role="tabpanel" className={className} aria-labelledby={tabId(group, id)}>
      {children}
    </div>
  );
}

function TabWords({ item }: { item: TabItem<string> }) {
  return (
    <>
      {item.label}
      {item.count !== undefined && <span className="tabs__count"> {item.count}</span>}
    </>
  );
}

const moves: Record<string, (at: number, last: number) => number> = {
  ArrowRight: (index, last) => (index === last ? 0 : index + 1),
  ArrowLeft: (index, last) => (index === 0 ? last : index - 1),
  Home: () => 0,
  End: (_index, last) => last,
};

function moveByKey(event: KeyboardEvent<HTMLElement>) {
  const move = moves[event.key];
  const tabs = [...(event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])];
  const index = tabs.indexOf(event.currentTarget);
  if (!move || index < 0) return;
  event.preventDefault();
  const next = tabs[move(index, tabs.length - 1)];
  next?.focus();
  next?.click();
}
