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

/** Seconds in words, for screen readers: "2 minutes 14 seconds". */
export function spokenTime(seconds: number): string {
  const { hours, minutes, rest } = parts(seconds);
  const inWords = (value: number, unit: string) => (value === 0 ? '' : `${value} ${unit}${value === 1 ? '' : 's'}`);
  return (
    [inWords(hours, 'hour'), inWords(minutes, 'minute'), inWords(rest, 'second')].filter(Boolean).join(' ') ||
    '0 seconds'
  );
}
