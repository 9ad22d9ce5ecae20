import { resolve } from 'node:path';
import { normalizePath } from 'vite';

/** The repository's folder, with forward slashes, as module ids have it. */
export const ROOT = normalizePath(resolve(import.meta.dirname, '..'));

/** A pattern for module ids in a folder. `folder` is absolute; `file` is the source of a pattern for the rest. */
export const below = (folder: string, file = ''): RegExp =>
  new RegExp(`^${folder.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)}/${file}`);

/**
 * The error for a name, path or pattern in build/ that matches nothing: the build must fail, because otherwise the app
 * would become larger, slower or incomplete offline, and no test would fail.
 *
 * @param what The constant and its value, as an engineer would search for it.
 * @param file Where it is written.
 */
export const matchesNothing = (what: string, file: string, hint = 'Correct it or take it out.'): Error =>
  new Error(`${what} (${file}) matches nothing. ${hint}`);
