/** Whether this server knows a time zone by this name. */
export const isTimeZone = (name: string | undefined): name is string => {
  try {
    return name !== undefined && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

/** A moment in the words of a message, with its zone: "November 27, 2026 at 8:28 PM (Europe/Berlin)". */
export const momentIn = (at: Date, timeZone: string): string => {
  // A zone that was stored by a newer server may be none here.
  const zone = isTimeZone(timeZone) ? timeZone : 'UTC';
  const format = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone: zone });
  return `${format.format(at)} (${zone})`;
};
