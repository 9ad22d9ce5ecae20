import { expect, test } from 'vitest';
import { allCalls } from '../calls.ts';
import { outboxLabels, refusedSentence } from './outbox.ts';

test('every call that can wait in the outbox says in words what it does, with and without a name', () => {
  const queued = allCalls.filter((call) => call.offline === 'queue').map((call) => call.id);
  expect(queued.filter((id) => outboxLabels[id] === undefined)).toEqual([]);
  expect(Object.keys(outboxLabels).filter((id) => !queued.includes(id))).toEqual([]);
  for (const label of Object.values(outboxLabels)) {
    expect(label(undefined)).toMatch(/^[A-Z]/);
    expect(label('Drills')).not.toContain('undefined');
  }
});

test('LIB-055 LIB-056 LIB-057 LIB-058 LIB-059 LIB-060 LIB-061 a refused folder change shows the server message, else its own fixed text', () => {
  expect(refusedSentence('library.createFolder', 'Drills already exists')).toBe('Drills already exists');
  expect(refusedSentence('library.createFolder', '')).toBe('Error Creating Folder. Please try again');
  expect(refusedSentence('library.moveContents', undefined)).toBe('Error moving to Folder. Please try again');
  expect(refusedSentence('library.editFolder', undefined)).toBe('Error Editing Folder. Please try again');
  expect(refusedSentence('library.deleteFolder', undefined)).toBe('Error Deleting Folder. Please try again');
  expect(refusedSentence('library.moveAll', undefined)).toBe('Error Moving all content from  Folder. Please try again');
  expect(refusedSentence('library.deleteFolderContents', undefined)).toBe(
    'Error deleting all content from  Folder. Please try again',
  );
});

test('PUB-060 PUB-061 a publish that was refused says why, or that it was not published', () => {
  expect(refusedSentence('publications.publish', 'This content is already on a channel.')).toBe(
    'Not published: This content is already on a channel.',
  );
  expect(refusedSentence('publications.publish', '')).toBe('Content was not published.');
});
