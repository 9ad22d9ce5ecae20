const twoDigits = (value: number): string => String(value).padStart(2, '0');

const parts = (seconds: number): { hours: number; minutes: number; rest: number } => {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  return { hours: Math.floor(whole / 3600), minutes: Math.floor(whole / 60) % 60, rest: whole % 60 };
};

/** Seconds as "2:14" or "1:02:09". */
export function clockTime(seconds: number): string {
  const { hours, minutes, rest } = parts(seconds);
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${twoDigits(rest)}` : `${minutes}:${twoDigits(rest)}`;
}

/**
 * The length of a medium, as its tile and its player show it: rounded, and at least a second.
 *
 * @param seconds The server's duration.
 */
export const lengthTime = (seconds: number): string => clockTime(seconds > 0 ? Math.max(1, Math.round(seconds)) : 0);

/**
 * A position in a medium: the whole seconds that have passed, never more than its length; at its end exactly its length.
 *
 * @param durationS The browser's duration, which ends the position.
 * @param lengthS The length that is shown.
 */
export const positionTime = (seconds: number, durationS: number, lengthS: number): string =>
  seconds > 0 && seconds >= durationS ? lengthTime(lengthS) : clockTime(Math.min(seconds, Math.round(lengthS)));

/** Seconds in words, for screen readers: "2 minutes 14 seconds". */
export function spokenTime(seconds: number): string {
  const { hours, minutes, rest } = parts(seconds);
  const inWords = (value: number, unit: string) => (value === 0 ? '' : `${value} ${unit}${value === 1 ? '' : 's'}`);
  return (
    [inWords(hours, 'hour'), inWords(minutes, 'minute'), inWords(rest, 'second')].filter(Boolean).join(' ') ||
    '0 seconds'
  );
}
