import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Player, type PlayerProps } from './player.tsx';
import { videoFile } from './video.fixtures.ts';
import '../../styles/tokens.css';
import '../../styles/base.css';

let root: Root;

afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
});

const CAPTIONS = [
  { language: 'en', label: 'English', vtt: 'WEBVTT\n\n00:00.000 --> 00:08.000\nServe &amp; <b>volley</b>\n' },
  { language: 'de', label: 'German', vtt: 'WEBVTT\n\n00:00.000 --> 00:08.000\nAufschlag\n' },
];

const showPlayer = async (props: Partial<PlayerProps> = {}) => {
  root = createRoot(document.body.appendChild(document.createElement('div')));
  const blob = await videoFile();
  const render = (more: Partial<PlayerProps> = {}) =>
    root.render(<Player kind="video" title="Serve" source={{ blob }} sticky={false} {...props} {...more} />);
  render();
  return render;
};
const video = () => document.querySelector('video')!;
const shown = () => document.querySelector('.player__captions')?.textContent ?? '';
const seekTo = async (seconds: number) => {
  await expect.poll(() => video().readyState).toBeGreaterThan(1);
  video().currentTime = seconds;
};

test('captions are turned on by button and key, chosen by language, and the choice is reported', async () => {
  const onCaptionLanguage = vi.fn();
  await showPlayer({ captions: CAPTIONS, captionLanguage: null, onCaptionLanguage });
  await page.getByRole('button', { name: 'Turn captions on' }).click();
  await seekTo(1);
  await expect.poll(shown).toBe('Serve & volley');
  expect(onCaptionLanguage).toHaveBeenLastCalledWith('en');
  await page.getByRole('button', { name: 'Playback speed' }).click();
  await page.getByRole('menuitemradio', { name: 'German' }).click();
  await seekTo(2);
  await expect.poll(shown).toBe('Aufschlag');
  expect(onCaptionLanguage).toHaveBeenLastCalledWith('de');
  await userEvent.keyboard('c');
  await expect.poll(shown).toBe('');
  expect(onCaptionLanguage).toHaveBeenLastCalledWith(null);
});

test('a remembered language is shown from the start, in another variant if there is no exact one', async () => {
  await showPlayer({ captions: CAPTIONS, captionLanguage: 'de-AT' });
  await seekTo(1);
  await expect.poll(shown).toBe('Aufschlag');
});

test('without captions there is no button for them', async () => {
  await showPlayer();
  await expect.element(page.getByRole('button', { name: 'Full screen' })).toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Turn captions on' })).not.toBeInTheDocument();
});

test('chapters are marked on the bar, and a jump plays from its position', async () => {
  const render = await showPlayer({ chaptersMs: [0, 2_000, 4_000, 90_000] });
  await expect.poll(() => document.querySelectorAll('.player__mark').length).toBe(2);
  expect(document.querySelector<HTMLElement>('.player__mark')!.style.left).toBe('25%');
  render({ jump: { toMs: 4_000 } });
  await expect.poll(() => video().currentTime).toBeGreaterThanOrEqual(4);
});
