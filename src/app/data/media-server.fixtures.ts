/** Fixtures: a media server that sends files in parts, as the app's own does, and can be cut off. */

export interface MediaServer {
  /** `Range` and path of each request for bytes. */
  asked: string[];
  /** The bytes of a path below `/media/`. */
  files: Map<string, Uint8Array<ArrayBuffer>>;
  /** The next answer breaks off after so many bytes. */
  cutAfter(bytes: number): void;
  restore(): void;
}

export const mediaServer = (): MediaServer => {
  const before = globalThis.fetch;
  const asked: string[] = [];
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  let cut: number | undefined;
  globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.origin);
    if (!pathname.startsWith('/media/')) return before(input, init);
    init?.signal?.throwIfAborted();
    const file = files.get(pathname);
    if (!file) return new Response(null, { status: 404 });
    if (init?.method === 'HEAD') return new Response(null, { headers: { 'Content-Length': String(file.byteLength) } });
    const range = new Headers(init?.headers).get('Range');
    asked.push(`${range} ${pathname}`);
    const from = Number(/^bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0);
    const rest = file.slice(from, cut === undefined ? undefined : from + cut);
    const isCut = cut !== undefined;
    cut = undefined;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(rest);
        if (!isCut) controller.close();
      },
      pull(controller) {
        if (isCut) controller.error(new TypeError('network error'));
      },
    });
    // pdf.js reads the address of the answer.
    if (range === null)
      return Object.defineProperty(
        new Response(body, { headers: { 'Content-Length': String(file.byteLength) } }),
        'url',
        { value: new URL(pathname, location.origin).href },
      );
    return new Response(body, {
      status: 206,
      headers: { 'Content-Range': `bytes ${from}-${file.byteLength - 1}/${file.byteLength}`, ETag: '"one"' },
    });
  };
  return {
    asked,
    files,
    cutAfter: (bytes) => {
      cut = bytes;
    },
    restore: () => {
      globalThis.fetch = before;
    },
  };
};
