import * as v from 'valibot';
import { FolderTitle } from '#contract/forms.ts';
import { FILE_NAME } from '#contract/patterns.ts';
import { contentActionText, folderText } from '#contract/text/library.ts';

/** Splits a file name into its stem and its extension, including the dot. */
export const splitFileName = (filename: string): { stem: string; extension: string } => {
  const extension = /\.[^.]+$/.exec(filename)?.[0] ?? '';
  return { stem: extension ? filename.slice(0, -extension.length) : filename, extension };
};

const same = (a: string, b: string): boolean => a.toLocaleLowerCase() === b.toLocaleLowerCase();

/** The error message of a new file name, undefined if it is valid. Source: LIB-032, D-329, T-34, T-35. */
export const fileNameProblem = (stem: string, extension: string, taken: readonly string[]): string | undefined => {
  if (stem === '') return contentActionText.required;
  if (!FILE_NAME.test(stem) || !stem.isWellFormed()) return contentActionText.namePattern;
  return taken.some((name) => same(name, stem + extension)) ? contentActionText.nameTaken : undefined;
};

/** The error message of a folder's title, undefined if it is valid. Source: LIB-029…LIB-031. */
export const folderTitleProblem = (title: string, taken: readonly string[]): string | undefined => {
  const { issues } = v.safeParse(FolderTitle, title);
  if (issues) return issues[0].message;
  return taken.some((name) => same(name, title)) ? folderText.alreadyExists(title) : undefined;
};
