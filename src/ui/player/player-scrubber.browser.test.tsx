import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { PlayerScrubber } from './player-scrubber.tsx';
import '../../styles/tokens.css';
import '../../styles/base.css';
import './player.css';

/** Smallest target of a finger, px. Source: design §5. */
const TARGET_PX = 44;

let root: Root;

afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
});

test('the length is the server’s, rounded as on the tile, also where the browser measures another one', async () => {
  const host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
  root.render(<PlayerScrubber positionS={0} durationS={8.41} lengthS={8.6} bufferedS={0} onSeek={() => {}} />);
  const clocks = () => [...host.querySelectorAll('.player__clock')].map((clock) => clock.textContent);
  await expect.poll(clocks).toEqual(['0:00', '0:09']);
});

test('the position is changed by a touch anywhere in a strip as high as a finger', async () => {
  const onSeek = vi.fn();
  const host = document.body.appendChild(document.createElement('div'));
  Object.assign(host.style, { display: 'flex', width: '360px', margin: '100px 10px' });
  root = createRoot(host);
  root.render(<PlayerScrubber positionS={0} durationS={100} lengthS={100} bufferedS={0} onSeek={onSeek} />);
  await expect.element(page.getByRole('slider', { name: 'Position' })).toBeInTheDocument();
  const track = host.querySelector('.player__track')!.getBoundingClientRect();
  const middle = track.top + track.height / 2;
  const x = track.left + track.width / 2;
  for (const y of [middle - TARGET_PX / 2 + 1, middle + TARGET_PX / 2 - 1]) {
    onSeek.mockClear();
    const target = document.elementFromPoint(x, y)!;
    const at = { bubbles: true, cancelable: true, clientX: x, clientY: y, button: 0, buttons: 1, pointerId: 1 };
    target.dispatchEvent(new PointerEvent('pointerdown', at));
    document.dispatchEvent(new PointerEvent('pointerup', { ...at, buttons: 0 }));
    await expect.poll(() => onSeek.mock.calls.length).toBe(1);
    expect(onSeek.mock.calls[0]![0]).toBeCloseTo(50, 0);
  }
});
