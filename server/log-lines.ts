import type { DestinationStream } from 'pino';

type Line = { level?: string; time?: string; msg?: string; err?: { stack?: string; message?: string } };

/** Formats the log's JSON lines for a terminal: `10:15:02 warn  text key=value`. */
export function lineWriter(out: { write(text: string): unknown }): DestinationStream {
  return { write: (json) => void out.write(readable(json)) };
}

function readable(json: string): string {
  let line: Line & Record<string, unknown>;
  try {
    line = JSON.parse(json) as typeof line;
  } catch {
    return json;
  }
  const { level = '', time = '', msg = '', err, ...rest } = line;
  const details = Object.entries(rest).map(([key, value]) => `${key}=${short(value)}`);
  const stack = err ? `\n${err.stack ?? err.message ?? JSON.stringify(err)}` : '';
  return `${[time.slice(11, 19), level.padEnd(5), msg, ...details].join(' ').trimEnd()}${stack}\n`;
}

const short = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
