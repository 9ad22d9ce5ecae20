import type { ReactNode } from 'react';

export interface TimeProps {
  iso: string;
  /** Formats the full date. */
  full: (iso: string) => string;
  /** Short form: "2d", "12 May". */
  children: ReactNode;
}

/**
 * A point in time. The full date is formatted only when a mouse enters, because creating the first date formatter takes
 * up to 100 ms on a slow phone, which has no mouse.
 */
export function Time({ iso, full, children }: TimeProps) {
  return (
    <time
      dateTime={iso}
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = full(iso);
      }}
    >
      {children}
    </time>
  );
}
