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
  expect(stateOf({ state: 'paused', errorKind: 'NoInternet', step: 'Optimizing' })).toBe('paused');
});

test('UPL-053 a tile shows what went wrong, and asks for an action only if one is needed', () => {
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

test('a file that this device could not keep is asked for again', () => {
  expect(tileLookOf(job({ keptIn: 'nowhere', state: 'failed' }))).toMatchObject({ state: 'error', needsYou: true });
});
