import type { ReactNode } from 'react';

/** One titled part of the page. */
export function DevSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="dev-section">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
