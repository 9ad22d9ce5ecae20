import { expect, test } from 'vitest';
import { allCalls } from '../calls.ts';
import { entryLabel, refusedSentence } from './outbox-entry.ts';
import { outboxText } from './outbox.ts';

test('every queued call has a label, with and without a name', () => {
  for (const { id } of allCalls.filter((call) => call.offline === 'queue')) {
    const labels = [entryLabel(id, undefined), entryLabel(id, 'Drills')];
    for (const label of labels) expect(label, id).toMatch(/^[A-Z][^{}]+$/);
    expect(labels, id).not.toContain(outboxText.unknown);
  }
  expect(entryLabel('library.createFolder', 'A {name} $& b')).toBe('Create the folder A {name} $& b');
  expect(entryLabel('library.ofAnotherBuild', 'Drills')).toBe('A change');
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

test('PUB-060 PUB-061 a refused publish shows the reason, else that it was not published', () => {
  expect(refusedSentence('publications.publish', 'This content is already on a channel.')).toBe(
    'Not published: This content is already on a channel.',
  );
  expect(refusedSentence('publications.publish', '')).toBe('Content was not published.');
});
