import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { lazyOverlay } from './lazy-overlay.tsx';

let renders = 0;
const Overlay = lazyOverlay(
  async () =>
    function Words({ open, words }: { open: boolean; words: string }) {
      renders += 1;
      return <p data-open={open}>{words}</p>;
    },
);

test('an overlay that is closed is not rendered with its screen, and opens with what it was given last', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  onTestFinished(() => {
    root.unmount();
    document.body.replaceChildren();
  });
  const draw = (open: boolean, words: string) =>
    root.render(
      <>
        <h1>{words}</h1>
        <Overlay open={open} words={words} />
      </>,
    );
  const overlay = () => document.querySelector('[data-open]');
  draw(true, 'One');
  await expect.poll(() => overlay()?.textContent).toBe('One');
  draw(false, 'Two');
  await expect.poll(() => overlay()?.getAttribute('data-open')).toBe('false');
  const before = renders;
  draw(false, 'Three');
  await expect.element(page.getByRole('heading', { name: 'Three', exact: true })).toBeVisible();
  expect(renders).toBe(before);
  draw(true, 'Four');
  await expect.poll(() => overlay()?.textContent).toBe('Four');
});
