import { MEDIA_PIXELS_MAX, MEDIA_SIDE_MAX } from '../limits.ts';

/** "3 hours", "45 minutes". */
export const lengthWords = (seconds: number): string => {
  const [count, unit] = seconds >= 3600 ? [seconds / 3600, 'hour'] : [Math.ceil(seconds / 60), 'minute'];
  return `${Number(count.toFixed(1))} ${unit}${count === 1 ? '' : 's'}`;
};

/** "40 megapixels, or 8192 pixels on one side". */
export const pixelWords = `${MEDIA_PIXELS_MAX / 1e6} megapixels, or ${MEDIA_SIDE_MAX} pixels on one side`;

/** Why a picked file is not sent: preparing it is more work than the server does for one file. Source: decision 0046. */
export const uploadLimitText = {
  tooLong: (name: string, seconds: number): string =>
    `“${name}” is longer than ${lengthWords(seconds)}. Please cut it and upload the parts.`,
  tooManyPixels: (name: string): string =>
    `The picture of “${name}” is larger than ${pixelWords}. Please export it smaller and upload that.`,
  tooManyPages: (name: string, pages: number): string =>
    `“${name}” has more than ${pages} pages. Please split it and upload the parts.`,
} as const;
