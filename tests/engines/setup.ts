import path from 'node:path';
import { buildIfNeeded } from '#server/launch/build.ts';
import { prepareDemo } from '#tests/support/prepared-demo.ts';
import { hasFirefox, hasWebKit } from './installed.ts';

/** Once for a run: the build that is served, and the demo that each server starts on a copy of. */
export default async function setup(): Promise<void> {
  if (!hasFirefox && !hasWebKit) return;
  await buildIfNeeded({ root: path.resolve(import.meta.dirname, '../..') });
  await prepareDemo();
}
