import { afterEach, expect, test } from 'vitest';
import { showToast } from '#ui/overlays/toast.ts';
import { clearPage, dismissToasts } from './signed-in.fixtures.tsx';

afterEach(dismissToasts);

test('a page that is left while its first toast is being drawn takes no toast of a later page with it', async () => {
  // An observer is called before React renders into the added element.
  const added = new Promise((resolve) => new MutationObserver(resolve).observe(document.body, { childList: true }));
  showToast({ text: 'Saved' });
  await added;
  expect(document.querySelector('.toast__viewport')).toBeNull();
  clearPage();
  await expect.poll(() => document.querySelector('.toast')?.textContent).toContain('Saved');
  await dismissToasts();
  showToast({ text: 'Deleted' });
  await expect.poll(() => document.querySelector('.toast')?.textContent).toContain('Deleted');
});
