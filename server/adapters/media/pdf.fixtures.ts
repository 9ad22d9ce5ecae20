import { createHash } from 'node:crypto';

export interface PdfPage {
  /** Drawing operators. */
  readonly content?: string;
  readonly widthPt?: number;
  readonly heightPt?: number;
  /** Degrees by which viewers turn it. */
  readonly rotate?: number;
}

/** Makes a small PDF with a correct cross-reference table. `trailer`, `font` and `extra` are inserted as they are. */
export function makePdf(
  pages: readonly PdfPage[],
  { trailer = '', font = '/Type /Font /Subtype /Type1 /BaseFont /Helvetica', extra = [] as readonly string[] } = {},
): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${4 + at * 2} 0 R`).join(' ')}] >>`,
    `<< ${font} >>`,
    ...pages.flatMap(({ content = '', widthPt = 200, heightPt = 100, rotate = 0 }, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${widthPt} ${heightPt}] /Rotate ${rotate} /Contents ${5 + at * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
    ...extra,
  ];
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

const hex = 'ab'.repeat(32);
/** Trailer of a PDF that needs a password: the stored check value matches no key. */
export const ENCRYPTED = `/ID [<${'00'.repeat(16)}> <${'00'.repeat(16)}>] /Encrypt << /Filter /Standard /V 1 /R 2 /O <${hex}> /U <${hex}> /P -4 >>`;

const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const FILE_ID = Buffer.alloc(16);
/** All rights but printing are kept from who has no owner password. */
const RIGHTS = Buffer.from([0xfc, 0xff, 0xff, 0xff]);
const md5 = (...parts: readonly Buffer[]): Buffer => createHash('md5').update(Buffer.concat(parts)).digest();
const padded = (password: string): Buffer => Buffer.concat([Buffer.from(password, 'latin1'), PADDING]).subarray(0, 32);

function rc4(key: Buffer, bytes: Buffer): Buffer {
  const box = Uint8Array.from({ length: 256 }, (_, at) => at);
  const swap = (a: number, b: number) => {
    [box[a], box[b]] = [box[b]!, box[a]!];
  };
  for (let at = 0, other = 0; at < 256; at += 1) {
    other = (other + box[at]! + key[at % key.length]!) & 255;
    swap(at, other);
  }
  let other = 0;
  return Buffer.from(
    bytes.map((byte, index) => {
      const at = (index + 1) & 255;
      other = (other + box[at]!) & 255;
      swap(at, other);
      return byte ^ box[(box[at]! + box[other]!) & 255]!;
    }),
  );
}

/** As `makePdf`, encrypted (RC4, 40 bits). Without a user password every viewer opens it: only its rights are kept. */
export function makeEncryptedPdf(pages: readonly PdfPage[], userPassword: string): Buffer {
  const owner = rc4(md5(padded('owner')).subarray(0, 5), padded(userPassword));
  const key = md5(padded(userPassword), owner, RIGHTS, FILE_ID).subarray(0, 5);
  const encrypted = pages.map(({ content = '', ...page }, at) => {
    const objectKey = md5(key, Buffer.from([5 + at * 2, 0, 0, 0, 0])).subarray(0, 10);
    return { ...page, content: rc4(objectKey, Buffer.from(content, 'latin1')).toString('latin1') };
  });
  const id = FILE_ID.toString('hex');
  return makePdf(encrypted, {
    trailer: `/ID [<${id}> <${id}>] /Encrypt << /Filter /Standard /V 1 /R 2 /O <${owner.toString('hex')}> /U <${rc4(key, PADDING).toString('hex')}> /P -4 >>`,
  });
}
