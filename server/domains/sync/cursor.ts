import { createHash } from 'node:crypto';
import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { ownRows } from '#contract/rows.ts';
import { Scope } from '#contract/ids.ts';

/** What a client has: which database it knew, which shape its rows have, and how far it is in each scope. */
export interface Cursor {
  epoch: string;
  shape: string;
  versions: Record<Scope, number>;
}

/** Changes whenever a row's shape changes: clients then take every row anew. */
export const ROW_SHAPE = createHash('sha256')
  .update(
    JSON.stringify(
      Object.entries(ownRows).map(([name, schema]) => [name, toJsonSchema(schema, { errorMode: 'ignore' })]),
    ),
  )
  .digest('base64url')
  .slice(0, 12);

const CursorText = v.object({
  e: v.string(),
  h: v.string(),
  s: v.record(Scope, v.pipe(v.number(), v.integer(), v.minValue(0))),
});

export const writeCursor = ({ epoch, shape, versions }: Cursor): string =>
  Buffer.from(JSON.stringify({ e: epoch, h: shape, s: versions })).toString('base64url');

/** A cursor that cannot be read counts as none: the client starts over. */
export const readCursor = (text: string | undefined): Cursor | undefined => {
  if (!text) return undefined;
  try {
    const parsed = v.safeParse(CursorText, JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    return parsed.success ? { epoch: parsed.output.e, shape: parsed.output.h, versions: parsed.output.s } : undefined;
  } catch {
    return undefined;
  }
};
