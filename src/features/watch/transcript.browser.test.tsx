import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { WatchDetail } from '#contract/channels.ts';
import { newId } from '#contract/ids.ts';
import type { Account } from '#app/data/account.ts';
import {
  clearPage,
  freshAccount,
  notePull,
  person,
  standInNetwork,
  type Network,
} from '#app/data/signed-in.fixtures.tsx';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { videoFile, VIDEO_SECONDS } from '#ui/player/video.fixtures.ts';
import { WatchPage } from './watch-page.tsx';
import '../../styles/tokens.css';
import '../../styles/base.css';

let account: Account;
let network: Network;
const [id, channelId] = [newId(), newId()];
const detail: WatchDetail = {
  id,
  contentId: newId(),
  title: 'Serve practice',
  description: '',
  coverImage: null,
  coverBackground: null,
  publishedAt: '2026-11-20T10:00:00.000Z',
  sport: { id: 'tennis', name: 'Tennis' },
  author: { educatorId: newId(), name: 'Ben', username: 'ben', userPhoto: null },
  channel: { id: channelId, name: 'Serves', logoImage: null },
  playlistId: null,
  type: 'video',
  durationInMilliseconds: VIDEO_SECONDS * 1000,
  pagesCount: null,
  category: 'free',
  customTags: [],
  views: 3,
  isOwner: false,
  locked: false,
  url: null,
  progressiveUrl: null,
  progressiveSize: null,
  waveform: null,
  urlExpiresAt: null,
};
const cue = (startMs: number, text: string) => ({ startMs, endMs: startMs + 1_000, text });
const captions = {
  tracks: [{ language: 'en', cues: [cue(0, 'Toss the ball'), cue(2_000, 'Café break'), cue(6_000, 'Hit the ball')] }],
  chapters: [
    { startMs: 0, title: 'Warm-up' },
    { startMs: 5_000, title: 'Serve' },
  ],
};
const video = () => document.querySelector('video');
const line = (words: RegExp) => page.getByRole('button', { name: words });

beforeEach(async () => {
  network = standInNetwork();
  account = await freshAccount();
  await account.db.me.put(person());
  await notePull(account);
  network.answer(`/published-contents/${id}/detail`, () => detail);
  network.answer(`/published-contents/${id}/captions`, () => captions);
  const blob = await videoFile();
  await account.db.savedMedia.put({ id, contentType: blob.type, blob, bytes: blob.size, savedAtMs: Date.now() });
});
afterEach(() => {
  clearPage();
  network.restore();
});

test('the words of a video are searched, and a tap on a line or a chapter plays from there', async () => {
  showRouted(<WatchPage search={{ content: id, channelId }} onOpen={() => {}} />);
  await expect.element(page.getByRole('button', { name: 'Show transcript' })).toBeVisible();
  await expect.poll(() => video()?.readyState).toBeGreaterThan(1);
  const seeks: number[] = [];
  video()!.addEventListener('seeking', () => seeks.push(video()!.currentTime));
  expect(line(/Toss the ball/).elements()).toEqual([]);
  await userEvent.fill(page.getByRole('searchbox', { name: 'Search in this video' }), 'cafe');
  await expect.element(page.getByText('Found once')).toBeVisible();
  await expect.element(line(/Café break/)).toBeVisible();
  expect(line(/the ball/).elements()).toEqual([]);
  await userEvent.fill(page.getByRole('searchbox', { name: 'Search in this video' }), 'ball hit');
  await line(/0:06.*Hit the ball/).click();
  await expect.poll(() => seeks).toEqual([6]);
  await line(/0:05.*Serve/).click();
  await expect.poll(() => seeks).toEqual([6, 5]);
  await userEvent.fill(page.getByRole('searchbox', { name: 'Search in this video' }), 'nothing like it');
  await expect.element(page.getByText('Not found')).toBeVisible();
});
