import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { findFfmpeg, findFfmpegs, isKeptSecure, LOWEST_VERSION, warningsAbout } from './ffmpeg-path.ts';

const { path: real } = await findFfmpeg();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ffmpeg-path-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

/** A folder with a program `ffmpeg` that says it has a version, and lacks an encoder. */
const onPath = async (version: string, without = 'none'): Promise<string> => {
  const path = join(await mkdtemp(join(folder, 'bin-')), 'ffmpeg');
  await writeFile(
    path,
    `#!/bin/sh\ncase "$*" in *-version*) echo "ffmpeg version ${version} Copyright" ;; *) '${real}' "$@" | grep -v ' ${without} ' ;; esac\n`,
  );
  await chmod(path, 0o755);
  vi.stubEnv('PATH', `${path.slice(0, -'/ffmpeg'.length)}:/usr/bin:/bin`);
  return path;
};

describe('which ffmpeg is used', () => {
  it("the system's, which gets security fixes, before the packaged one", async () => {
    const path = await onPath('5.1.9-0+deb12u1');
    expect(await findFfmpeg()).toEqual({ path, version: '5.1.9-0+deb12u1' });
    expect(warningsAbout(await findFfmpeg())).toEqual([]);
  });

  it.each([
    ['4.4.2-0ubuntu0.22.04.1', 'none'],
    ['8.1', 'libx264'],
    ['8.1', 'hls'],
    ['8.1', 'matroska,webm'],
  ])('not the system’s if it is too old or lacks something (%s without %s)', async (version, without) => {
    const path = await onPath(version, without);
    expect((await findFfmpegs()).map((each) => each.path)).not.toContain(path);
  });
});

describe('what the operator is told', () => {
  it.each([
    ['8.1', true],
    ['n8.1.2-3-gabc', true],
    ['9.0', true],
    ['5.1.9-0+deb12u1', true],
    ['6.1.1-3ubuntu5', true],
    ['7.1.1-2.fc42', true],
    ['8.0-r3', true],
    ['N-12345-gdeadbeef', true],
    ['n7.0-7-gd38bf5e08e-20240407', false],
    ['7.0.2-static', false],
    ['7.0', false],
    ['4.3.8-0+deb11u3', false],
  ])('ffmpeg %s is kept secure: %s', (version, isSecure) => {
    expect(isKeptSecure(version)).toBe(isSecure);
    expect(warningsAbout({ path: '/x/ffmpeg', version })).toHaveLength(isSecure ? 0 : 1);
  });

  it('a version below the lowest is named with the lowest, and what to do', () => {
    const [line] = warningsAbout({ path: '/x/ffmpeg', version: '4.4' });
    expect(line).toContain(`below ${LOWEST_VERSION}`);
    expect(line).toContain('apt install ffmpeg');
  });

  it('what it lacks is named', () => {
    expect(warningsAbout({ path: '/x/ffmpeg', version: '8.1', missing: 'it has no libx264' })[0]).toContain('libx264');
  });
});
