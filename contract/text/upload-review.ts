import { lengthWords, pixelWords } from './upload-limits.ts';

const AGAIN: Readonly<Record<string, string>> = { video: 'a video', audio: 'an audio file', pdf: 'a PDF' };

/** Why a review refused a file, for its owner, and what to do. Source: D-114. */
export const reviewText = {
  wrongType: (type: string): string =>
    `This file is not ${AGAIN[type] ?? `a ${type}`}. Export it as ${AGAIN[type] ?? `a ${type}`} and upload that.`,
  encryptedPdf: 'This PDF is protected by a password. Please upload one without.',
  notReadable:
    'This file is broken or cannot be read. Check that it opens on your device, export it again and upload that.',
  tooManyPixels: `The picture of this file is larger than ${pixelWords}. Export it smaller and upload that.`,
  tooManyPages: (most: number): string => `This PDF has more than ${most} pages. Please split it and upload the parts.`,
  tooManyFrames: (most: number): string =>
    `This video has more than ${most} pictures per second. Please export it with 60 or fewer.`,
  tooLong: (seconds: number): string =>
    `This file is longer than ${lengthWords(seconds)}. Please cut it and upload the parts.`,
} as const;

/** Why a content is not being prepared yet, for its owner. Source: decision 0034 and 0035. */
export const encodingText = {
  tomorrow: (minutes: number): string =>
    `Today’s ${minutes} minutes of processing are used up. This file continues tomorrow by itself.`,
  serverCannot: 'The server cannot process files at the moment. This file is kept and continues by itself.',
} as const;
