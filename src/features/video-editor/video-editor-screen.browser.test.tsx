import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import type { LibraryContent } from '#contract/rows.ts';
import type { Account } from '#app/data/account.ts';
import {
  clearPage,
  freshAccount,
  notePull,
  person,
  SCOPE,
  standInNetwork,
  type Network,
} from '#app/data/signed-in.fixtures.tsx';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { recordingFile, videoFile, VIDEO_SECONDS } from '#ui/player/video.fixtures.ts';
import { VideoEditorScreen } from './video-editor-screen.tsx';
import '../../styles/tokens.css';
import '../../styles/base.css';

let account: Account;
let network: Network;
let file: Blob;
const contentId = newId();
const content = (facts: Partial<LibraryContent> = {}): LibraryContent => ({
  id: contentId,
  contentId,
  scope: SCOPE,
  title: 'Serve practice',
  filename: 'Serve practice.mp4',
  type: 'video',
  folderId: null,
  thumbnail: null,
  duration: VIDEO_SECONDS,
  pagesCount: null,
  fileSize: 1,
  originFileSize: file.size,
  createdAt: '2026-11-20T10:00:00.000Z',
  isPublished: false,
  category: null,
  active: true,
  approved: true,
  encodingStatus: 4,
  encodingProgress: 100,
  reviewStatus: 'approved',
  reviewReason: null,
  trim: null,
  published: null,
  ...facts,
});
const showEditor = (videoUrl?: string) =>
  showRouted(<VideoEditorScreen contentId={contentId} fileName="Serve practice.mp4" videoUrl={videoUrl} />);
const save = () =>
  account.db.savedMedia.put({ id: contentId, contentType: file.type, blob: file, bytes: file.size, savedAtMs: 0 });
const handle = (edge: 'Start' | 'End') => page.getByRole('slider', { name: `${edge} of the part` });
const valueOf = (edge: 'Start' | 'End') => Number(handle(edge).element().getAttribute('aria-valuenow'));
const field = (edge: 'Start' | 'End') => page.getByRole('textbox', { name: edge, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
/** The pictures of the filmstrip come from the file: the last one is brighter than the first. */
const expectPictures = (): Promise<void> => {
  const brightness = (canvas: HTMLCanvasElement): number =>
    canvas.getContext('2d')!.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data[0]!;
  const frames = () => [...document.querySelectorAll<HTMLCanvasElement>('.filmstrip__frames > canvas')].map(brightness);
  return expect.poll(() => frames().at(-1)! - frames()[0]!).toBeGreaterThan(50);
};
const sent = async () => (await account.db.outbox.toArray()).map(({ call, input }) => ({ call, input }));

beforeEach(async () => {
  network = standInNetwork();
  account = await freshAccount();
  file = await videoFile();
  await account.db.me.put(person());
  await account.db.contents.put(content());
  await notePull(account);
});
afterEach(() => {
  clearPage();
  network.restore();
});

test('VID-001 VID-003 VID-005 a video that is on the device opens without a network: player, filmstrip, handles, five marks, fields', async () => {
  await save();
  network.goOffline();
  showEditor();
  await expect.element(page.getByLabelText('Video: Serve practice')).toBeVisible();
  await expect.element(handle('Start')).toHaveAttribute('aria-valuetext', expect.stringContaining('00:00.0'));
  await expect.element(handle('End')).toHaveAttribute('aria-valuetext', expect.stringContaining('00:08.0'));
  const marks = document.querySelectorAll('.filmstrip__marks > li');
  expect([...marks].map(({ textContent }) => textContent)).toEqual([
    '00:00.0',
    '00:02.0',
    '00:04.0',
    '00:06.0',
    '00:08.0',
  ]);
  await expect.element(field('Start')).toHaveValue('00:00.0');
  await expect.element(field('End')).toHaveValue('00:08.0');
  for (const name of ['Play part', 'Reset', 'Save as copy', 'Save']) await expect.element(button(name)).toBeVisible();
  await expect.element(button('Save')).toHaveAttribute('aria-disabled', 'true');
  await expectPictures();
  for (const edge of ['start', 'end']) {
    const { width, height } = document.querySelector(`.filmstrip__handle[data-edge=${edge}]`)!.getBoundingClientRect();
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }
});

test('VID-002 the part keeps at least 3 seconds, by keyboard and by field', async () => {
  await save();
  showEditor();
  await userEvent.fill(field('End'), '00:02.0');
  await expect.element(page.getByText('Keep at least 3 seconds.')).toBeVisible();
  expect(valueOf('End')).toBe(8_000);
  await userEvent.fill(field('End'), '00:04,5');
  await expect.poll(() => valueOf('End')).toBe(4_500);
  await expect.element(page.getByText('Keep at least 3 seconds.')).not.toBeInTheDocument();
  (handle('Start').element() as HTMLElement).focus();
  for (let second = 0; second < 3; second += 1) await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
  await expect.poll(() => valueOf('Start')).toBe(1_500);
  await expect.element(page.getByText('Part: 00:03.0')).toBeVisible();
});

test('D-138 an arrow key and a button move an edge by one frame; Reset takes all of it back', async () => {
  await save();
  showEditor();
  await expect.element(handle('Start')).toBeInTheDocument();
  (handle('Start').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}');
  await expect.poll(() => valueOf('Start')).toBeGreaterThan(20);
  expect(valueOf('Start')).toBeLessThan(50);
  await button('End one frame earlier').click();
  expect(valueOf('End')).toBeGreaterThan(7_940);
  expect(valueOf('End')).toBeLessThan(8_000);
  await button('Reset').click();
  expect([valueOf('Start'), valueOf('End')]).toEqual([0, 8_000]);
});

test('VID-006 the player and the fields follow a handle only after a pause of 300 ms', async () => {
  await save();
  showEditor();
  await expect.element(handle('Start')).toBeInTheDocument();
  const video = page.getByLabelText('Video: Serve practice').element() as HTMLVideoElement;
  await expect.poll(() => video.readyState).toBeGreaterThan(1);
  const seeks: number[] = [];
  video.addEventListener('seeking', () => seeks.push(video.currentTime));
  (handle('Start').element() as HTMLElement).focus();
  const timers = vi.spyOn(window, 'setTimeout');
  await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{/Shift}');
  expect(valueOf('Start')).toBe(4_000);
  await expect.element(field('Start')).toHaveValue('00:04.0');
  // One seek for four steps.
  await expect.poll(() => seeks).toEqual([4]);
  // Each step began the pause anew, for the player and for the times beside it.
  expect(timers.mock.calls.filter(([, delayMs]) => delayMs === 300).length).toBeGreaterThanOrEqual(4);
  timers.mockRestore();
});

test('VID-004 in the time picker the first tap sets the start, the second the end', async () => {
  await save();
  showEditor();
  await button('Pick times').click();
  const sheet = page.getByRole('dialog', { name: 'Pick the start' });
  await sheet.getByLabelText('Seconds').selectOptions('02');
  await sheet.getByLabelText('Tenths').selectOptions('5');
  await sheet.getByRole('button', { name: 'Set start 00:02.5' }).click();
  const second = page.getByRole('dialog', { name: 'Pick the end' });
  await second.getByLabelText('Seconds').selectOptions('04');
  await expect.element(second.getByText('Keep at least 3 seconds.')).toBeVisible();
  await second.getByLabelText('Seconds').selectOptions('06');
  await second.getByRole('button', { name: 'Set end 00:06.0' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect([valueOf('Start'), valueOf('End')]).toEqual([2_500, 6_000]);
  await expect.element(field('End')).toHaveValue('00:06.0');
});

test('what was chosen is there again after the page was left, until it is saved', async () => {
  await save();
  showEditor();
  await userEvent.fill(field('End'), '00:06.0');
  await expect.poll(() => account.db.drafts.count()).toBe(1);
  clearPage();
  showEditor();
  await expect.poll(() => valueOf('End')).toBe(6_000);
  await button('Save as copy').click();
  await expect.poll(sent).toHaveLength(1);
  await expect.poll(() => account.db.drafts.count()).toBe(0);
});

test('D-140 Save as copy is queued without a network, and the copy is in the Library at once', async () => {
  await save();
  network.goOffline();
  showEditor();
  await userEvent.fill(field('Start'), '00:02.0');
  await expect.poll(() => valueOf('Start')).toBe(2_000);
  await button('Save as copy').click();
  await expect.poll(sent).toHaveLength(1);
  const [entry] = await sent();
  expect(entry).toMatchObject({
    call: 'library.trimContent',
    input: { id: contentId, mode: 'copy', startMs: 2_000, endMs: 8_000 },
  });
  expect(await account.db.contents.get(String(entry!.input['copyId']))).toMatchObject({
    filename: 'Serve practice (1).mp4',
    title: 'Serve practice (1)',
    duration: 6,
    encodingStatus: 0,
    active: false,
  });
});

test('D-140 Save asks first, and the video then waits for its edit and cannot be edited again', async () => {
  await save();
  network.goOffline();
  showEditor();
  await userEvent.fill(field('End'), '00:05.0');
  await expect.poll(() => valueOf('End')).toBe(5_000);
  await button('Save').click();
  await expect.element(page.getByText('The rest is deleted for good.', { exact: false })).toBeVisible();
  expect(await sent()).toEqual([]);
  await button('Keep only this part').click();
  await expect.poll(sent).toHaveLength(1);
  expect(await account.db.contents.get(contentId)).toMatchObject({
    active: true,
    encodingStatus: 4,
    trim: { status: 0, progress: 0, reason: null },
  });
  clearPage();
  showEditor();
  await expect.element(page.getByText('This video is being edited.', { exact: false })).toBeVisible();
});

test('D-140 a published video is only copied, and the page says why', async () => {
  await account.db.contents.put(content({ isPublished: true }));
  await save();
  showEditor();
  await expect.element(button('Save as copy')).toBeVisible();
  await expect.element(button('Save')).not.toBeInTheDocument();
  await expect
    .element(page.getByText('This video is on a channel and stays as it is.', { exact: false }))
    .toBeVisible();
});

test('D-140 after a failed edit the page says so, and the video can be edited again', async () => {
  await account.db.contents.put(content({ trim: { status: -5, progress: 0, reason: 'The edit could not be made.' } }));
  await save();
  showEditor();
  await expect.element(page.getByText('The edit could not be made.', { exact: false })).toBeVisible();
  await expect.element(handle('Start')).toBeInTheDocument();
});

test('D-141 the address of another host is not used: the server is asked by the id', async () => {
  const url = URL.createObjectURL(file);
  network.answer(`/mam/ondemand/${contentId}`, () => ({
    data: {
      onDemandEncodingStatus: 4,
      fileName: 'x',
      title: 'x',
      embedUrlList: [{ https: { source: { progressive: url } } }],
    },
  }));
  showEditor(`https://evil.example/media/t/${contentId}/video.mp4`);
  await expect.element(handle('Start')).toBeInTheDocument();
  expect((page.getByLabelText('Video: Serve practice').element() as HTMLVideoElement).src).toBe(url);
  expect(document.body.innerHTML).not.toContain('evil.example');
});

test('D-141 a video of another scope is not found', async () => {
  await account.db.contents.put(content({ scope: `org:${newId()}` }));
  showEditor();
  await expect.element(page.getByText('This video was not found.', { exact: false })).toBeVisible();
});

test('a video that is being prepared says how far that is, and opens by itself when it is done', async () => {
  await account.db.contents.put(content({ encodingStatus: 3, encodingProgress: 42, minutesLeft: 3, active: false }));
  const url = URL.createObjectURL(file);
  let source = {};
  network.answer(`/mam/ondemand/${contentId}`, () => ({
    data: { onDemandEncodingStatus: 3, fileName: 'x', title: 'x', embedUrlList: [], ...source },
  }));
  showEditor();
  await expect.element(page.getByText('This video is still being prepared.', { exact: false })).toBeVisible();
  await expect.element(page.getByText('Optimizing 42%, about 3 min left', { exact: true })).toBeVisible();
  source = { onDemandEncodingStatus: 4, embedUrlList: [{ https: { source: { progressive: url } } }] };
  await account.db.contents.put(content());
  await expect.element(handle('Start')).toBeInTheDocument();
});

test('without the file and without a network the page says what to do', async () => {
  network.goOffline();
  showEditor();
  await expect
    .element(page.getByText('The video is not on this device. Connect to edit it.', { exact: false }))
    .toBeVisible();
  await expect.element(button('Try again')).toBeVisible();
});

test('a video that is still uploading is edited from its file; the edit waits for the upload', async () => {
  await account.db.contents.clear();
  const jobId = contentId;
  await account.db.uploadFiles.put({ id: jobId, file });
  await account.db.uploadJobs.put({
    id: jobId,
    fileId: jobId,
    scope: SCOPE,
    name: 'Match day.webm',
    type: 'video',
    size: file.size,
    state: 'uploading',
    contentId: null,
    keptIn: 'idb',
  } as never);
  network.goOffline();
  showEditor();
  await expect.element(page.getByRole('heading', { name: 'Match day', level: 1 })).toBeVisible();
  await userEvent.fill(field('End'), '00:04.0');
  await expect.poll(() => valueOf('End')).toBe(4_000);
  await button('Save as copy').click();
  await expect
    .poll(async () => (await account.db.outbox.toArray()).map(({ call, dependsOn }) => [call, dependsOn]))
    .toEqual([['library.trimContent', jobId]]);
});

test('VID-003 a recording, whose header has no length, has its pictures too', async () => {
  file = await recordingFile();
  await account.db.contents.put(content({ duration: null }));
  await save();
  network.goOffline();
  showEditor();
  // Up to its last frame, which no header says how long to show.
  await expect.element(field('End')).toHaveValue('00:07.8');
  await expectPictures();
});
