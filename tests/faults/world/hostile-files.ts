import { readFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';
import { EXTENSIONS, type ContentKind } from '#server/adapters/media/sniff.ts';
import { makePdf } from '#tests/support/pdf.ts';
import { audioFile, indexlessVideoFile, truncatedVideoFile, videoFile } from '#tests/support/media.ts';

/** A hostile file, as a person would pick it. */
export interface HostileFile {
  name: string;
  profile: ContentKind;
  bytes: Buffer;
  /** `refused`: by the upload or by the check after it, never shown. `any`: may be shown, it is harmless. */
  must: 'refused' | 'any';
}

/** A file and an address that must never be read. */
export interface Lures {
  file: string;
  url: string;
}

const playlist = (target: string): Buffer =>
  Buffer.from(`#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n${target}\n#EXT-X-ENDLIST\n`);

/** Formats that ffmpeg recognizes as a list of other files, under any file name. */
const lists = ({ file, url }: Lures): Record<string, Buffer> => ({
  'playlist-file': playlist(`file://${file}`),
  'playlist-http': playlist(url),
  'playlist-concat': playlist(`concat:${file}|${file}`),
  ffconcat: Buffer.from(`ffconcat version 1.0\nfile '${file}'\n`),
  dash: Buffer.from(
    `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static"><BaseURL>${url}</BaseURL></MPD>`,
  ),
  sdp: Buffer.from('v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nm=video 9 RTP/AVP 96\n'),
  svg: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg"><image href="${url}"/><script>fetch('${url}')</script></svg>`,
  ),
  html: Buffer.from(`<!doctype html><script src="${url}"></script>`),
});

const box = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};
const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc(4096)]);

/** Valid file headers that pass a first check, with a list after them. */
const beginnings: readonly (readonly [name: string, profile: ContentKind, start: Buffer])[] = [
  ['ftyp.mp4', 'video', box('ftyp', Buffer.from('isom\0\0\0\0isom'))],
  ['free.mov', 'video', box('free', Buffer.alloc(0))],
  ['ebml.webm', 'video', Buffer.concat([Buffer.from('1a45dfa39f4282847765626d', 'hex'), Buffer.from('webm')])],
  ['riff.avi', 'video', Buffer.from('RIFF\x10\0\0\0AVI ', 'latin1')],
  ['pack.mpg', 'video', Buffer.from('000001ba4400040004010001', 'hex')],
  ['riff.wav', 'audio', Buffer.from('RIFF\x10\0\0\0WAVE', 'latin1')],
  ['page.ogg', 'audio', Buffer.from('OggS\0\x02\0\0\0\0\0\0\0\0', 'latin1')],
  ['tag.mp3', 'audio', Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1')],
  ['tag.aac', 'audio', Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1')],
];

/** A movie whose one track refers to samples in another file. */
const movieElsewhere = async (file: string): Promise<Buffer> => {
  const bytes = Buffer.from(await readFile(await videoFile({ seconds: 1, sound: false })));
  const at = bytes.indexOf('url \0\0\0\x01', 0, 'latin1');
  // Clear the "self-contained" flag, so that the name of the other file that follows counts.
  if (at >= 0) bytes.writeUInt8(0, at + 7);
  return Buffer.concat([bytes, box('free', Buffer.from(file))]);
};

const scriptedPdf = (url: string): Buffer => {
  const script = makePdf(1)
    .toString('latin1')
    .replace(
      '/Type /Catalog',
      `/Type /Catalog /OpenAction << /S /JavaScript /JS (this.submitForm\\("${url}"\\); app.launchURL\\("${url}"\\)) >>`,
    );
  return Buffer.from(script, 'latin1');
};

export const hostileFiles = async (lures: Lures): Promise<HostileFile[]> => {
  const kinds = Object.keys(EXTENSIONS) as ContentKind[];
  const named = kinds.flatMap((profile) =>
    EXTENSIONS[profile].flatMap((extension) =>
      Object.entries(lists(lures)).map(([what, bytes]): HostileFile => ({
        name: `${what}.${extension}`,
        profile,
        bytes,
        must: 'refused',
      })),
    ),
  );
  const disguised = beginnings.map(([name, profile, start]): HostileFile => ({
    name: `disguised-${name}`,
    profile,
    bytes: padded(Buffer.concat([start, playlist(`file://${lures.file}`)])),
    must: 'refused',
  }));
  const video = await readFile(await videoFile());
  const sound = await readFile(await audioFile());
  const zip = Buffer.concat([
    Buffer.from('504b0304', 'hex'),
    Buffer.alloc(60),
    Buffer.from(`<script src="${lures.url}"></script>`),
  ]);
  return [
    ...named,
    ...disguised,
    { name: 'zip-behind.mp4', profile: 'video', bytes: Buffer.concat([video, zip]), must: 'any' },
    {
      name: 'page-behind.mp3',
      profile: 'audio',
      bytes: Buffer.concat([sound, Buffer.from(`<!doctype html><script src="${lures.url}"></script>`)]),
      must: 'any',
    },
    {
      name: 'page-before.pdf',
      profile: 'text',
      bytes: Buffer.concat([Buffer.from('<html>'), makePdf(1)]),
      must: 'refused',
    },
    {
      name: 'page-behind.pdf',
      profile: 'text',
      bytes: Buffer.concat([makePdf(1), Buffer.from(`<script src="${lures.url}"></script>`)]),
      must: 'any',
    },
    { name: 'script.pdf', profile: 'text', bytes: scriptedPdf(lures.url), must: 'any' },
    { name: 'only-a-header.pdf', profile: 'text', bytes: Buffer.from('%PDF-1.7\n'), must: 'refused' },
    { name: 'elsewhere.mov', profile: 'video', bytes: await movieElsewhere(lures.file), must: 'any' },
    { name: 'truncated.mp4', profile: 'video', bytes: await readFile(await truncatedVideoFile()), must: 'any' },
    { name: 'indexless.mp4', profile: 'video', bytes: await readFile(await indexlessVideoFile()), must: 'refused' },
    { name: 'sound-as-video.mp4', profile: 'video', bytes: sound, must: 'refused' },
    { name: 'one-byte.mp4', profile: 'video', bytes: Buffer.alloc(1), must: 'refused' },
    { name: 'zeros.mpg', profile: 'video', bytes: Buffer.alloc(100_000), must: 'refused' },
  ];
};

const pngChunk = (type: string, body: Buffer): Buffer => {
  const data = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(data));
  return Buffer.concat([length, data, sum]);
};

/** A small PNG that declares `sidePx` pixels per side. */
export const imageBomb = (sidePx = 65_535): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(sidePx, 0);
  header.writeUInt32BE(sidePx, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(2_000_000))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
};
