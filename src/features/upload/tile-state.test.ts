import { expect, test } from 'vitest';
import { newId, userScope } from '#contract/ids.ts';
import { newJob, type StoredUploadJob } from '#store/uploads/job.ts';
import { tileLookOf } from './tile-state.ts';

const owner = newId();
const job = (fields: Partial<StoredUploadJob> = {}): StoredUploadJob => ({
  ...newJob(
    {
      id: newId(),
      owner,
      scope: userScope(owner),
      name: 'drill.mp4',
      type: 'video',
      size: 10_000_000,
      lastModifiedMs: 0,
      folderId: null,
    },
    0,
  ),
  keptIn: 'idb',
  ...fields,
});
const stateOf = (fields: Partial<StoredUploadJob>) => tileLookOf(job(fields)).state;

test('UPL-003 UPL-004 a job goes through waiting, uploading, optimizing and reviewing', () => {
  expect(stateOf({ keptIn: 'copying' })).toBe('copying');
  expect(stateOf({})).toBe('waiting');
  expect(tileLookOf(job({ committedBytes: 6_200_000, percent: 62 }))).toEqual({
    state: 'uploading',
    percent: 62,
    message: undefined,
    needsYou: false,
  });
  expect(tileLookOf(job({ step: 'Optimizing', committedBytes: 10_000_000, percent: 100 }))).toMatchObject({
    state: 'optimizing',
    percent: undefined,
  });
  expect(stateOf({ step: 'Reviewing' })).toBe('reviewing');
});

test('UPL-022 without a network a job that has begun is paused at its percentage, one that has not waits to be sent', () => {
  expect(
    tileLookOf(job({ state: 'paused', errorKind: 'NoInternet', committedBytes: 6_200_000, percent: 62 })),
  ).toMatchObject({ state: 'paused', percent: 62 });
  expect(stateOf({ state: 'paused', errorKind: 'NoInternet' })).toBe('will-send');
});

test('UPL-004 a file that the server has is never paused: the server goes on without this device', () => {
  const offline = { state: 'paused', errorKind: 'NoInternet', committedBytes: 10_000_000, percent: 100 } as const;
  expect(tileLookOf(job({ ...offline, step: 'Optimizing' }))).toEqual({
    state: 'optimizing',
    percent: undefined,
    message: undefined,
    needsYou: false,
  });
  expect(stateOf({ ...offline, step: 'Reviewing' })).toBe('reviewing');
  // The answer to the last chunk has come, and the step has not been recorded yet.
  expect(stateOf({ ...offline, contentId: owner })).toBe('optimizing');
});

test('UPL-021 UPL-053 a tile shows what went wrong, and asks for an action only if one is needed', () => {
  expect(tileLookOf(job({ errorKind: 'SlowConnection', committedBytes: 1, percent: 1 }))).toMatchObject({
    state: 'slow',
    message: 'Your connection is slow. Tap to try again.',
    needsYou: false,
  });
  expect(tileLookOf(job({ state: 'failed', errorKind: 'EncodingError' }))).toMatchObject({
    state: 'encoding-error',
    message: 'This file could not be processed. Please upload another version.',
    needsYou: true,
  });
  expect(tileLookOf(job({ state: 'failed', errorKind: 'SomethingIsWrong' }))).toMatchObject({
    state: 'error',
    message: 'Upload failed. Tap to try again.',
    needsYou: true,
  });
  expect(
    tileLookOf(job({ state: 'failed', errorKind: 'SomethingIsWrong', errorMessage: 'File ‘a’ is not a video' })),
  ).toMatchObject({ message: 'File ‘a’ is not a video' });
});

test('a file that the server refuses for good is not offered again', () => {
  expect(
    tileLookOf(job({ state: 'failed', step: 'Optimizing', errorCode: 'review.rejected', errorMessage: 'Broken.' })),
  ).toEqual({ state: 'refused', percent: undefined, message: 'Broken.', needsYou: true });
  expect(stateOf({ state: 'failed', errorCode: 'upload.wrong_type' })).toBe('refused');
});

test('a file that this device could not keep is asked for again', () => {
  expect(tileLookOf(job({ keptIn: 'nowhere', state: 'failed' }))).toMatchObject({
    state: 'error',
    message: 'Please choose this file again. What was sent already is kept.',
    needsYou: true,
    fileAction: 'choose',
  });
  expect(tileLookOf(job({ keptIn: 'nowhere', state: 'failed', errorCode: 'upload.other_length' }))).toMatchObject({
    message: 'This is not the file that was chosen before.',
    fileAction: 'choose',
  });
});

test('a file that finds no room waits, and its tile leads to the storage plans', () => {
  expect(
    tileLookOf(job({ state: 'paused', errorCode: 'library.out_of_storage', errorMessage: 'Please upgrade.' })),
  ).toEqual({
    state: 'waiting',
    percent: undefined,
    message: 'Waiting for storage. It is sent as soon as there is room.',
    needsYou: true,
    fileAction: 'plans',
  });
});

test('a file that the browser lets the app read only with permission asks for it', () => {
  expect(tileLookOf(job({ keptIn: 'handle', state: 'failed', errorCode: 'upload.allow_again' }))).toMatchObject({
    state: 'paused',
    needsYou: true,
    fileAction: 'allow',
  });
});

test('nothing is said to be saved or sent whose file another page had, before it is known what became of it', () => {
  const left = { keptIn: 'copying', holder: newId() } as const;
  expect(stateOf(left)).toBe('waiting');
  expect(tileLookOf(job({ ...left, committedBytes: 1, percent: 1 }))).toMatchObject({
    state: 'waiting',
    percent: undefined,
  });
});
