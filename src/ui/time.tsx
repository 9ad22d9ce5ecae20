import type { ReactNode } from 'react';

export interface TimeProps {
  iso: string;
  /** The whole date in words. */
  full: (iso: string) => string;
  /** A few words for it: "2d", "12 May". */
  children: ReactNode;
}

/**
 * A moment. Its whole date is worked out when a mouse comes near: the first of the browser's date formatters takes up to
 * 100 ms on a slow phone, which has no mouse.
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
