import { CUES_MAX, CUE_TEXT_MAX, POSITION_MAX_MS, sortCues, type Cue } from './captions-cues.ts';

/** WebVTT and SRT files: read with forgiveness, written strictly. */

/** Largest caption file that is read, bytes. */
export const CAPTION_FILE_MAX_BYTES = 2_000_000;

export interface CaptionFile {
  cues: Cue[];
  /** Blocks that were left out: without valid times, without text, or above CUES_MAX. */
  skipped: number;
}

const TIME = String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})`;
const TIMES = new RegExp(String.raw`^\s*${TIME}\s*-->\s*${TIME}(?:\s.*)?$`);

const toMs = (parts: readonly (string | undefined)[]): number => {
  const [hours = '0', minutes = '0', seconds = '0', fraction = '0'] = parts;
  if (Number(minutes) > 59 || Number(seconds) > 59) return NaN;
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, '0'));
};

/** The times of a line; undefined if it has none, NaN in them if they are not valid. */
const readTimes = (line: string): { startMs: number; endMs: number } | undefined => {
  const match = TIMES.exec(line);
  return match ? { startMs: toMs(match.slice(1, 5)), endMs: toMs(match.slice(5, 9)) } : undefined;
};

const isValid = ({ startMs, endMs }: { startMs: number; endMs: number }): boolean =>
  startMs >= 0 && startMs < endMs && endMs <= POSITION_MAX_MS;

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&lrm;': '',
  '&rlm;': '',
};

/** Text of a cue without formatting: lines without blank ends, no control characters, at most CUE_TEXT_MAX characters. */
export const cleanCueText = (text: string): string =>
  text
    .toWellFormed()
    .split(/\r\n|[\n\r\u2028\u2029\v\f]/)
    .map((line) => line.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
    .slice(0, CUE_TEXT_MAX)
    .toWellFormed()
    .trim();

const TAG = /<\/?(?:[a-z][^<>]{0,200}|[\d:.]{1,20})?>/gi;
const VOICE = /<v(?:\.[^\s<>]{0,50})?\s+([^<>]{1,80})>/gi;

const readText = (lines: readonly string[], isVtt: boolean): string => {
  const bare = lines.join('\n').replace(VOICE, '$1: ').replace(TAG, '');
  const words = isVtt
    ? bare.replace(/&(?:amp|lt|gt|nbsp|lrm|rlm);/g, (entity) => ENTITIES[entity]!)
    : bare.replace(/\{\\[^{}]{0,40}\}/g, '');
  return cleanCueText(words);
};

/** Reads the cues of a WebVTT or SRT text. Never throws: what is not a cue is left out and counted. */
export const parseCaptions = (text: string): CaptionFile => {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\0', '')
    .split(/\r\n|\n|\r/);
  const isVtt = /^WEBVTT(?:\s|$)/.test(lines[0] ?? '');
  const cues: Cue[] = [];
  let skipped = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const times = readTimes(lines[at]!);
    if (!times) {
      if (lines[at]!.includes('-->')) skipped += 1;
      continue;
    }
    const said: string[] = [];
    while (at + 1 < lines.length && lines[at + 1]!.trim() !== '' && !readTimes(lines[at + 1]!))
      said.push(lines[(at += 1)]!);
    // Without an empty line before the next cue, its number is the last line of this one.
    const isRunTogether = at + 1 < lines.length && readTimes(lines[at + 1]!) !== undefined;
    if (isRunTogether && /^\s*\d+\s*$/.test(said.at(-1) ?? '')) said.pop();
    const words = readText(said, isVtt);
    if (words === '' || !isValid(times) || cues.length >= CUES_MAX) skipped += 1;
    else cues.push({ ...times, text: words });
  }
  return { cues: sortCues(cues), skipped };
};

/** The text of a file in UTF-8 or UTF-16; what is neither is read as Windows-1252, as older editors write it. */
export const decodeCaptions = (bytes: Uint8Array): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};

const time = (ms: number, mark: ',' | '.'): string => {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}${mark}${String(Math.floor(ms % 1000)).padStart(3, '0')}`;
};

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export const toVtt = (cues: readonly Cue[]): string =>
  `WEBVTT\n\n${cues
    .map(({ startMs, endMs, text }) => `${time(startMs, '.')} --> ${time(endMs, '.')}\n${escaped(text)}\n`)
    .join('\n')}`;

export const toSrt = (cues: readonly Cue[]): string =>
  cues
    .map(({ startMs, endMs, text }, at) => `${at + 1}\n${time(startMs, ',')} --> ${time(endMs, ',')}\n${text}\n`)
    .join('\n');
