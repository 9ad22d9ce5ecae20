import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { CONTAINERS, workOf, type Clip, type MediaFacts } from '../adapters/media/index.ts';
import { joinedKey, type Preparing } from '../domains/library/index.ts';
import type { Services } from '../services.ts';

interface Work {
  /** The clips one after the other, as they were sent. */
  input: string;
  workDir: string;
  signal: AbortSignal;
  durationSecondsMax: number;
}

/** Splits a recording of several clips; null if the content is no such recording. @throws MediaProblem */
export const splitRecording = async (
  { media }: Services,
  { clips }: Preparing,
  { input, workDir, signal, durationSecondsMax }: Work,
): Promise<Clip[] | null> => {
  if (clips === null) return null;
  const outDir = path.join(workDir, 'clips');
  await mkdir(outDir, { recursive: true });
  return media.splitClips({ input, starts: clips, outDir, signal, limits: { durationSecondsMax } });
};

const totalLength = (clips: readonly Clip[]): number =>
  clips.reduce((sum, { facts }) => sum + facts.durationSeconds, 0);

/** What the whole recording costs: its clips, and once more to join them. */
export const priceOfClips = (clips: readonly Clip[]): { seconds: number; work: number } => ({
  seconds: totalLength(clips),
  work: 2 * clips.reduce((sum, { facts }) => sum + workOf(facts), 0),
});

/** @returns The joined file, its key and its type; it becomes the original. */
export const joinRecording = async (
  { media }: Services,
  { id }: Preparing,
  clips: readonly Clip[],
  {
    workDir,
    signal,
    onProgress,
  }: Omit<Work, 'input' | 'durationSecondsMax'> & { onProgress: (percent: number) => void },
): Promise<NewOriginal> => {
  const outDir = path.join(workDir, 'joined');
  await mkdir(outDir);
  const file = await media.joinClips({ clips, outDir, signal, onProgress });
  const container = file.endsWith('.mp4') ? 'mp4' : 'matroska';
  return { file, objectKey: joinedKey(id), contentType: CONTAINERS[container].contentType };
};

/** A file that takes the place of the original. */
export interface NewOriginal {
  file: string;
  objectKey: string;
  contentType: string;
}

/** The facts of the longest clip with the length of all: what the limits of length and size are checked against. */
export const factsOfClips = (clips: readonly Clip[]): MediaFacts => ({
  ...(clips.find(({ facts }) => facts.video)?.facts ?? clips[0]!.facts),
  durationSeconds: totalLength(clips),
});
