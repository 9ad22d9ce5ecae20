import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { untilFrame } from '../frames.fixtures.ts';
import { Player, type PlayerProps } from './player.tsx';
import { NextCard } from './next-card.tsx';
import { videoFile } from './video.fixtures.ts';
import '../../styles/tokens.css';
import '../../styles/base.css';

let root: Root;

afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const showPlayer = async (props: Partial<PlayerProps> = {}, beside?: React.ReactNode) => {
  root = createRoot(document.body.appendChild(document.createElement('div')));
  const blob = await videoFile();
  const render = (more: Partial<PlayerProps> = {}) =>
    root.render(
      <>
        <Player kind="video" title="Serve" source={{ blob }} sticky={false} {...props} {...more} />
        {beside}
      </>,
    );
  render();
  await expect.poll(() => video()?.readyState).toBeGreaterThan(1);
  // Drawn after the event.
  await expect.poll(() => document.querySelector('.player')?.hasAttribute('data-known')).toBe(true);
  return render;
};
const video = () => document.querySelector('video')!;
const at = () => video().currentTime;

test('the speed that was set before is used, and a new one is reported', async () => {
  const onOptions = vi.fn();
  const render = await showPlayer({ options: { rate: 1.5 }, onOptions });
  await expect.poll(() => video().playbackRate).toBe(1.5);
  await page.getByRole('button', { name: 'Playback speed' }).click();
  await page.getByRole('menuitemradio', { name: '0.5x', exact: true }).click();
  expect(video().playbackRate).toBe(0.5);
  expect(onOptions).toHaveBeenLastCalledWith({ rate: 0.5 });
  // Another file in the same element keeps it.
  render({ options: { rate: 0.5 }, onOptions, source: { blob: await videoFile() } });
  await expect.poll(() => video().readyState).toBeGreaterThan(1);
  expect(video().playbackRate).toBe(0.5);
});

test('a seek that the browser loses is repeated', async () => {
  await showPlayer();
  const element = video();
  const native = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'currentTime')!;
  const seeks: number[] = [];
  Object.defineProperty(element, 'currentTime', {
    get: () => native.get!.call(element),
    set: (toS: number) => {
      seeks.push(toS);
      native.set!.call(element, toS);
    },
  });
  // As in WebKit: the position is the new one, and it seeks for ever, until it is asked once more.
  Object.defineProperty(element, 'seeking', { get: () => seeks.length === 0 });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  element.dispatchEvent(new Event('seeking'));
  vi.advanceTimersByTime(10_000);
  expect(seeks).toEqual([0]);
});

test('keys work on the whole page, not while typing, and not once they are switched off', async () => {
  const onOptions = vi.fn();
  const render = await showPlayer({ options: {}, onOptions }, <input aria-label="Search" />);
  await userEvent.keyboard('l');
  expect(at()).toBeGreaterThan(7);
  await userEvent.keyboard('{ArrowLeft}');
  await expect.poll(at).toBe(0);
  await userEvent.keyboard('m');
  expect(video().muted).toBe(true);
  await userEvent.keyboard('m');
  expect(video().muted).toBe(false);
  await userEvent.keyboard('k');
  await expect.poll(() => video().paused).toBe(false);
  await userEvent.keyboard(' ');
  await expect.poll(() => video().paused).toBe(true);
  const stoppedAt = at();
  await page.getByRole('textbox', { name: 'Search' }).fill('');
  await userEvent.keyboard('mkl ');
  await expect.element(page.getByRole('textbox', { name: 'Search' })).toHaveValue('mkl ');
  expect([video().muted, video().paused, at()]).toEqual([false, true, stoppedAt]);
  (document.activeElement as HTMLElement).blur();
  await page.getByRole('button', { name: 'Playback speed' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Keys work on the whole page' }).click();
  expect(onOptions).toHaveBeenLastCalledWith({ pageKeys: false });
  render({ options: { pageKeys: false } });
  await userEvent.keyboard('{Escape}');
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard('m');
  expect(video().muted).toBe(false);
});

/** A finger on the picture, at a share of its width. */
const tap = (share: number) => {
  const surface = document.querySelector('.player__surface')!;
  const { left, top, width, height } = surface.getBoundingClientRect();
  const where = { clientX: left + width * share, clientY: top + height / 4 };
  surface.dispatchEvent(new PointerEvent('click', { bubbles: true, pointerType: 'touch', ...where }));
};

test('a double tap at a side seeks ten seconds and says so; taps in the middle do not', async () => {
  await showPlayer();
  tap(0.5);
  tap(0.5);
  expect(at()).toBe(0);
  tap(0.9);
  tap(0.9);
  expect(at()).toBeGreaterThan(7);
  await expect.element(page.getByText('Forward 10 seconds', { exact: true })).toBeVisible();
  tap(0.9);
  await expect.element(page.getByText('Forward 20 seconds', { exact: true })).toBeVisible();
  tap(0.1);
  expect(at()).toBeGreaterThan(7);
  tap(0.1);
  await expect.element(page.getByText('Back 10 seconds', { exact: true })).toBeVisible();
  await expect.poll(at).toBe(0);
});

test('the lock screen has title and buttons from the first play on, also while it pauses, and loses them with the player', async () => {
  const handlers = new Map<string, MediaSessionActionHandler | null>();
  vi.spyOn(navigator.mediaSession, 'setActionHandler').mockImplementation((action, handler) => {
    handlers.set(action, handler);
  });
  const onNext = vi.fn();
  await showPlayer({ artist: 'Serves', onNext });
  expect(handlers.get('play')).toBeFalsy();
  await video().play();
  await expect.poll(() => handlers.get('pause')).toBeTruthy();
  expect(navigator.mediaSession.metadata).toMatchObject({ title: 'Serve', artist: 'Serves' });
  handlers.get('pause')!({ action: 'pause' });
  await expect.poll(() => video().paused).toBe(true);
  handlers.get('seekto')!({ action: 'seekto', seekTime: 5 });
  await expect.poll(at).toBe(5);
  handlers.get('play')!({ action: 'play' });
  await expect.poll(() => video().paused).toBe(false);
  handlers.get('nexttrack')!({ action: 'nexttrack' });
  expect(onNext).toHaveBeenCalledOnce();
  root.render(null);
  await expect.poll(() => [...handlers.values()].filter(Boolean)).toEqual([]);
  expect(navigator.mediaSession.metadata).toBe(null);
});

test('the small window is opened and closed by its button', async () => {
  const open = vi.spyOn(HTMLVideoElement.prototype, 'requestPictureInPicture').mockResolvedValue({} as never);
  await showPlayer();
  const isThere = document.pictureInPictureEnabled;
  const button = page.getByRole('button', { name: 'Picture in picture', exact: true });
  expect(button.elements()).toHaveLength(isThere ? 1 : 0);
  if (!isThere) return;
  await button.click();
  expect(open).toHaveBeenCalledOnce();
});

const card = () => document.querySelector('.next-card');
/** Frames are not faked: by the next ones the page is drawn. */
const drawn = (seconds: number) =>
  untilFrame(
    () => card()?.textContent.includes(`Up next in ${seconds}`) === true && (seconds === 0 || vi.getTimerCount() > 0),
  );
const passSeconds = async (from: number, to: number) => {
  for (let left = from; left > to; left -= 1) {
    await drawn(left);
    vi.advanceTimersByTime(1000);
  }
};

test('at its end the next one begins after five seconds, or not if that is cancelled', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const onPlay = vi.fn();
  root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(<NextCard title="Volley" onPlay={onPlay} />);
  await passSeconds(5, 1);
  await drawn(1);
  expect(onPlay).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  // The page may be drawn before the effect that plays has run.
  await untilFrame(() => onPlay.mock.calls.length > 0);
  expect(onPlay).toHaveBeenCalledOnce();
  root.render(<NextCard key="again" title="Volley" onPlay={onPlay} />);
  await passSeconds(5, 2);
  await drawn(2);
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Cancel')!.click();
  await untilFrame(() => !card());
  vi.advanceTimersByTime(10_000);
  expect(onPlay).toHaveBeenCalledOnce();
});
