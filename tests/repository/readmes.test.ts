import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(`${ROOT}/${path}`, 'utf8');

const INNER = ['server/adapters', 'server/db', 'server/domains'];
/** Folders with a README. `public/` has none: its files are served as they are. */
const FOLDERS = ['build', 'contract', 'docs', 'server', ...INNER, 'src', 'store', 'sw', 'tests', 'workers'];
const readmes = ['README.md', ...FOLDERS.map((folder) => `${folder}/README.md`)];
const files = globSync(`{${FOLDERS.filter((folder) => !folder.includes('/')).join(',')}}/**/*`, { cwd: ROOT }).map(
  (path) => path.replaceAll('\\', '/'),
);

/** What looks like a path and is none: addresses of the app, settings, a folder that a build makes, and files yet to be written. */
const NO_PATH = /^\/|^[A-Z_]+\/|^dist\/$|NNNN|\bfNN-|\bx\./;
const PATH = /^[\w./$-]+\/[\w./$-]*$|^[\w.-]+\.(tsx?|css|sql|json|md|tsv)$/;

/** The paths between backticks in a README that lead nowhere: from the root, from its folder, or the name of a file below it. */
const lostIn = (readme: string): string[] => {
  const folder = readme.replace(/README\.md$/, '');
  const cited = [...read(readme).matchAll(/`([^`\n]+)`/g)].map(([, text]) => text!);
  return cited
    .filter((text) => PATH.test(text) && !NO_PATH.test(text))
    .filter((text) => !existsSync(`${ROOT}/${text}`) && !existsSync(`${ROOT}/${folder}${text}`))
    .filter(
      (text) => !files.some((file) => file.startsWith(folder) && `${file}/`.includes(`/${text.replace(/\/$/, '')}/`)),
    );
};

describe('the README of a folder', () => {
  test.each(readmes)('%s names only files and folders that exist', (readme) => expect(lostIn(readme)).toEqual([]));

  /** What a stranger wants to change, the README that says where, and what is there. */
  test.each([
    ['the words of a push', 'sw', 'contract/text/notifications.ts', /notification/i],
    ['who may make a call', 'contract', 'contract/publications.ts', /publish = defineCall\([^]*?may: /],
    ['size of a chunk', 'contract', 'contract/limits.ts', /CHUNK_UNITS = /],
    ['the order of the Library', 'src', 'src/features/library/content-query.ts', /sortContents = /],
    ['the retry delay', 'store', 'store/outbox/backoff.ts', /backoffMs = /],
  ])('a stranger finds where to change: %s', (what, folder, file, content) => {
    const lines = read(`${folder}/README.md`)
      .split(/\n(?=[-|])/)
      .filter((each) => each.includes(what));
    const names = [file, file.replace(`${folder}/`, '')];
    expect(
      lines.some((line) => names.some((name) => line.includes(`\`${name}\``))),
      `${folder}/README.md: ${what}`,
    ).toBe(true);
    expect(read(file)).toMatch(content);
  });
});
