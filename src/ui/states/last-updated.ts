/** "14:32" for today, "7 May, 14:32" for another day; in the device's time zone. */
export function lastUpdatedText(atMs: number, nowMs: number, locale?: string): string {
  const updated = new Date(atMs);
  const time = [updated.getHours(), updated.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
  if (updated.toDateString() === new Date(nowMs).toDateString()) return time;
  return `${updated.toLocaleDateString(locale, { day: 'numeric', month: 'short' })}, ${time}`;
}
