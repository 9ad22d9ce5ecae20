import type { ReactNode } from 'react';
import { deskText as text } from '#contract/text/applications-desk.ts';
import { Button } from '#ui/buttons/button.tsx';

interface DeskListProps<T> {
  label: string;
  /** How many there are on all pages, e.g. "3 jobs". */
  counted: string;
  count: number;
  rows: readonly T[];
  /** Reads one page more. */
  more: () => void;
  /** One `li`. */
  children: (row: T) => ReactNode;
}

/** Rows of the desk as cards, how many there are, and a button for more. */
export function DeskList<T>({ label, counted, count, rows, more, children }: DeskListProps<T>) {
  return (
    <>
      <p className="t-2" role="status">
        {counted}
      </p>
      <ul className="desk__cards" aria-label={label}>
        {rows.map(children)}
      </ul>
      {rows.length < count && (
        <Button variant="outline" onClick={more}>
          {text.more}
        </Button>
      )}
    </>
  );
}
