import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Tabs } from './tabs.tsx';

const ITEMS = ['People', 'Content', 'Payments', 'Sports', 'Codes', 'Jobs'].map((label) => ({
  id: label,
  label,
  href: `/${label}`,
}));

test('a row of tabs that is wider than the screen is scrolled to the tab of this page', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(
    <div style={{ width: 200 }}>
      <Tabs label="Desk" group="desk" items={ITEMS} selected="Jobs" />
    </div>,
  );
  const row = page.getByRole('navigation', { name: 'Desk' });
  const tab = page.getByRole('link', { name: 'Jobs' });
  await expect.element(tab).toBeInTheDocument();
  const right = (element: Element) => Math.round(element.getBoundingClientRect().right);
  await expect.poll(() => right(tab.element()) - right(row.element())).toBeLessThanOrEqual(1);
  expect(row.element().scrollLeft).toBeGreaterThan(0);
  root.unmount();
});
