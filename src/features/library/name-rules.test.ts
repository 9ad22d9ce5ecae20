import { expect, test } from 'vitest';
import { fileNameProblem, folderTitleProblem, splitFileName } from './name-rules.ts';

test('LIB-029 LIB-030 LIB-031 a folder needs a title of at most 50 characters that no other folder has', () => {
  expect(folderTitleProblem('', [])).toBe('Folder name is required');
  expect(folderTitleProblem('x'.repeat(50), [])).toBeUndefined();
  expect(folderTitleProblem('x'.repeat(51), [])).toBe('must be less than 50');
  expect(folderTitleProblem('pre-season', ['Pre-Season'])).toBe('pre-season already exists');
  expect(folderTitleProblem('Week 2', ['Pre-Season'])).toBeUndefined();
});

test('LIB-032 a file name keeps its extension, fits the pattern and is unique', () => {
  expect(splitFileName('Drill.v2.mp4')).toEqual({ stem: 'Drill.v2', extension: '.mp4' });
  expect(splitFileName('README')).toEqual({ stem: 'README', extension: '' });
  expect(fileNameProblem('', '.mp4', [])).toBe('Required');
  expect(fileNameProblem('a/b', '.mp4', [])).toBe('The name has characters that are not allowed.');
  expect(fileNameProblem('Drill', '.mp4', ['drill.MP4'])).toBe('A file with this name already exists.');
  expect(fileNameProblem('Drill', '.mov', ['drill.mp4'])).toBeUndefined();
});
