import { readFileSync } from 'node:fs';
import path from 'node:path';

// Loaded by every start: it imports nothing but Node's own modules.

/** For each line of a file of the bundle, two numbers: which of the sources it is from, and the line there (0: unknown). */
export interface SourceLines {
  sources: string[];
  lines: number[];
}

export const linesFileOf = (file: string): string => `${file}.lines.json`;

/**
 * From now on stacks name files and lines of the sources instead of the bundle's. Node's own source maps would take 7 MiB,
 * and with the first error 80 MB and a quarter of a second.
 *
 * @param folder Where the bundle is.
 */
export function showSourceLines(root: string, folder: string): void {
  const tables = new Map<string, SourceLines | undefined>();
  const tableOf = (name: string) => {
    if (!tables.has(name)) tables.set(name, readTable(path.join(folder, name)));
    return tables.get(name);
  };
  // "file:///app/.tmp/server/main-x.js:12:3", as it is or as a path.
  const place = new RegExp(`(?:file://)?${RegExp.escape(folder)}[\\\\/]([\\w.-]+\\.js):(\\d+):\\d+`);
  Error.prepareStackTrace = (error, sites) => {
    const frames = sites.map((site) =>
      `\n    at ${site}`.replace(place, (shown, name: string, line: string) => {
        const table = tableOf(name);
        const at = (Number(line) - 1) * 2;
        const original = table?.lines[at + 1];
        return original ? `${path.join(root, table!.sources[table!.lines[at]!]!)}:${original}` : shown;
      }),
    );
    return headOf(error) + frames.join('');
  };
}

function headOf(error: Error): string {
  try {
    return String(error);
  } catch {
    return 'Error';
  }
}

function readTable(file: string): SourceLines | undefined {
  try {
    return JSON.parse(readFileSync(linesFileOf(file), 'utf8')) as SourceLines;
  } catch {
    // The bundle's own lines are shown.
    return undefined;
  }
}
