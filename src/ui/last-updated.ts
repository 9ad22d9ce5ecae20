/** "14:32" for today, "7 May, 14:32" for another day; in the person's own time zone. */
export function lastUpdatedText(atMs: number, nowMs: number, locale?: string): string {
  const at = new Date(atMs);
  const time = [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
  if (at.toDateString() === new Date(nowMs).toDateString()) return time;
  return `${at.toLocaleDateString(locale, { day: 'numeric', month: 'short' })}, ${time}`;
}
