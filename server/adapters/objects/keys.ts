import { join } from 'node:path';
import { BadObjectKeyError } from './errors.ts';

const KEY_MAX = 512;
const WORD_MAX = 200;
// No word starts with a dot: this excludes `.`, `..` and the store's own folders (`.tmp`).
const WORD = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

/** Whether a string can be the key of an object. */
export const isObjectKey = (key: string): boolean =>
  key.length <= KEY_MAX && key.split('/').every((word) => word.length <= WORD_MAX && WORD.test(word));

/**
 * Returns the path of a key's file below a folder.
 *
 * @throws BadObjectKeyError for a key of another shape.
 */
export const filePathOf = (root: string, key: string): string => {
  if (!isObjectKey(key)) throw new BadObjectKeyError();
  return join(root, ...key.split('/'));
};

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  avi: 'video/x-msvideo',
  jpg: 'image/jpeg',
  json: 'application/json',
  m3u8: 'application/vnd.apple.mpegurl',
  m4a: 'audio/mp4',
  m4s: 'video/iso.segment',
  mkv: 'video/x-matroska',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  mpg: 'video/mpeg',
  ogg: 'audio/ogg',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  ts: 'video/mp2t',
  wav: 'audio/wav',
  webm: 'video/webm',
  aac: 'audio/aac',
  vtt: 'text/vtt',
};

/** The content type by the key's extension, because a folder stores no types. */
export const contentTypeOf = (key: string): string =>
  CONTENT_TYPES[key.slice(key.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream';
