/** Reads the pieces of a video or a sound by its HLS playlists, each with what is needed to decode it alone. */

interface ByteRange {
  uri: string;
  offset: number;
  length: number;
}
export interface Piece extends ByteRange {
  startMs: number;
}
export interface Playlist {
  /** What every piece begins with. */
  head: ByteRange | undefined;
  pieces: Piece[];
}

const rangeOf = (text: string | undefined): { length: number; offset: number | undefined } | undefined => {
  const match = /^(\d+)(?:@(\d+))?$/.exec(text ?? '');
  return match
    ? { length: Number(match[1]), offset: match[2] === undefined ? undefined : Number(match[2]) }
    : undefined;
};

/** The playlist with the lowest bit rate of a master playlist; undefined if it has none. */
export const lowestVariant = (master: string): string | undefined => {
  const lines = master.split(/\r?\n/);
  const variants = lines.flatMap((line, at) => {
    if (!line.startsWith('#EXT-X-STREAM-INF:')) return [];
    const uri = lines.slice(at + 1).find((next) => next !== '' && !next.startsWith('#'));
    const rate = Number(/[:,]BANDWIDTH=(\d+)/.exec(line)?.[1] ?? Infinity);
    return uri === undefined ? [] : [{ uri, rate }];
  });
  return variants.toSorted((a, b) => a.rate - b.rate)[0]?.uri;
};

/** The pieces of a media playlist. Only byte ranges are read: the server makes one file for each rendition. */
export const piecesOf = (playlist: string): Playlist => {
  let head: ByteRange | undefined;
  let range: ReturnType<typeof rangeOf>;
  let seconds = 0;
  let startMs = 0;
  let offset = 0;
  const pieces: Piece[] = [];
  for (const line of playlist.split(/\r?\n/)) {
    if (line.startsWith('#EXT-X-MAP:')) {
      const uri = /URI="([^"]+)"/.exec(line)?.[1];
      const part = rangeOf(/BYTERANGE="([^"]+)"/.exec(line)?.[1]);
      if (uri && part) head = { uri, length: part.length, offset: part.offset ?? 0 };
    } else if (line.startsWith('#EXTINF:')) seconds = Number.parseFloat(line.slice('#EXTINF:'.length));
    else if (line.startsWith('#EXT-X-BYTERANGE:')) range = rangeOf(line.slice('#EXT-X-BYTERANGE:'.length));
    else if (line !== '' && !line.startsWith('#') && range) {
      offset = range.offset ?? offset;
      pieces.push({ uri: line, offset, length: range.length, startMs });
      offset += range.length;
      startMs += seconds * 1000;
      range = undefined;
    }
  }
  return { head, pieces };
};

const read = async (url: string, signal: AbortSignal, range?: ByteRange): Promise<Response> => {
  const headers = range && { Range: `bytes=${range.offset}-${range.offset + range.length - 1}` };
  const response = await fetch(url, { signal, ...(headers && { headers }) });
  if (!response.ok) throw new Error(`The media answered ${response.status}`);
  return response;
};

/** The pieces in order; one is fetched when the one before it has been used. */
export async function* readPieces(
  master: string,
  signal: AbortSignal,
): AsyncGenerator<{ startMs: number; bytes: ArrayBuffer }, void, undefined> {
  const variant = lowestVariant(await (await read(master, signal)).text());
  const url = variant === undefined ? master : new URL(variant, master).href;
  const { head, pieces } = piecesOf(await (await read(url, signal)).text());
  const first = head ? await (await read(new URL(head.uri, url).href, signal, head)).arrayBuffer() : undefined;
  for (const piece of pieces) {
    const rest = await (await read(new URL(piece.uri, url).href, signal, piece)).arrayBuffer();
    yield { startMs: piece.startMs, bytes: await new Blob(first ? [first, rest] : [rest]).arrayBuffer() };
  }
}
