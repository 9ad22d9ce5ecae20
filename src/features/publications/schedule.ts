/** An instant as the value of a date and time field: the wall clock of this device, to the minute. */
export const localOf = (iso: string): string => {
  const date = new Date(iso);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};

/** The instant of a date and time field, read by the wall clock of this device. Source: D-10. */
export const instantOf = (local: string): string => new Date(local).toISOString();

/** The person's time zone: the device's. */
export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Whether a date and time are still to come; false while they are not complete. */
export const isToCome = (local: string, nowMs: number): boolean => Date.parse(local) > nowMs;
