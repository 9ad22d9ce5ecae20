import { useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { installOverlayHistory } from './overlay-history.ts';
import { Sheet } from './sheet.tsx';
import '../styles/tokens.css';

installOverlayHistory();

let root: Root;
let popsSeenByRouter = 0;
// Stands where the router's own listener stands: after ours.
window.addEventListener('popstate', () => {
  popsSeenByRouter += 1;
});

/** A sheet that asks before it closes when `dirty`. */
function Draft({ dirty }: { dirty: boolean }) {
  const [open, setOpen] = useState(false);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>New folder</button>
      <Sheet open={open} onClose={() => (dirty ? setAsking(true) : setOpen(false))} title="Folder">
        <ConfirmDialog
          open={asking}
          title="Discard?"
          confirmLabel="Discard"
          danger
          onConfirm={() => {
            setAsking(false);
            setOpen(false);
          }}
          onCancel={() => setAsking(false)}
        />
      </Sheet>
    </>
  );
}

function setup(dirty: boolean) {
  const host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
  root.render(<Draft dirty={dirty} />);
  popsSeenByRouter = 0;
  return {
    open: () => page.getByRole('button', { name: 'New folder' }).click(),
    sheet: page.getByRole('dialog', { name: 'Folder' }),
    question: page.getByRole('alertdialog', { name: 'Discard?' }),
    /** An entry of ours lies on top: Back is ready to close something. */
    backReady: (height: number) => expect.poll(() => (history.state?.sidelineOverlay?.height ?? 0) as number).toBe(height),
  };
}

afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
});

test('Back closes the sheet, stays on the page and never reaches the router', async () => {
  const { open, sheet, backReady } = setup(false);
  const address = location.href;
  await open();
  await backReady(1);
  history.back();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(location.href).toBe(address);
  expect(popsSeenByRouter).toBe(0);
});

test('Escape closes the sheet and takes its history entry along', async () => {
  const { open, sheet, backReady } = setup(false);
  await open();
  await backReady(1);
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  await backReady(0);
  expect(popsSeenByRouter).toBe(0);
});

test('a sheet that refuses Back asks, and asks again at the next Back', async () => {
  const { open, sheet, question, backReady } = setup(true);
  await open();
  await backReady(1);
  for (const _time of ['first', 'second']) {
    history.back();
    await expect.element(question).toBeVisible();
    await backReady(2);
    history.back();
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(sheet).toBeVisible();
    await backReady(1);
  }
});

test('the focus goes into the sheet and back to the button that opened it', async () => {
  const { open, sheet } = setup(false);
  await open();
  await expect.poll(() => sheet.element().contains(document.activeElement)).toBe(true);
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => document.activeElement?.textContent).toBe('New folder');
});
