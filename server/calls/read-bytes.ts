import type { Problem } from '#contract/problems.ts';
import type { CallRequest } from './context.ts';

/**
 * Reads a small body into memory, never more than the limit.
 *
 * @throws What `tooLarge` makes; before reading if Content-Length is above the limit already.
 */
export const readBytes = async (
  { incoming, header }: CallRequest,
  limitBytes: number,
  tooLarge: () => Problem,
): Promise<Buffer> => {
  if (Number(header('content-length') ?? 0) > limitBytes) throw tooLarge();
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > limitBytes) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
};
