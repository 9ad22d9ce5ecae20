export interface PdfPage {
  /** Drawing operators. */
  readonly content?: string;
  readonly widthPt?: number;
  readonly heightPt?: number;
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
    ...pages.flatMap(({ content = '', widthPt = 200, heightPt = 100 }, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${widthPt} ${heightPt}] /Contents ${5 + at * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
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
