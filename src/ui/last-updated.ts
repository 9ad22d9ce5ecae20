/** "14:32" for today, "7 May, 14:32" for another day; in the person's own time zone. */
export function lastUpdatedText(atMs: number, nowMs: number, locale?: string): string {
  const at = new Date(atMs);
  const time = at.toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  if (at.toDateString() === new Date(nowMs).toDateString()) return time;
  return `${at.toLocaleDateString(locale, { day: 'numeric', month: 'short' })}, ${time}`;
}
