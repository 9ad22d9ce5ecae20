const LINE_CHARACTERS = 58;
const PAGE = { widthPt: 420, heightPt: 595, marginPt: 48 };

/**
 * Writes a PDF 1.4 with a heading and paragraphs per page, in Helvetica, which every reader has.
 *
 * @param pages For each page its heading and then its paragraphs; Latin letters only.
 */
export const writePdf = (pages: readonly (readonly string[])[]): Buffer => {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${5 + index * 2} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((page, index) => {
      const drawing = drawPage(page, index + 1, pages.length);
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.widthPt} ${PAGE.heightPt}] /Contents ${6 + index * 2} 0 R /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>`,
        `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
      ];
    }),
  ];
  return assemble(objects);
};

const drawPage = ([heading = '', ...paragraphs]: readonly string[], page: number, pages: number): string => {
  const top = PAGE.heightPt - PAGE.marginPt;
  const drawn = [
    `0.04 0.36 0.27 rg 0 ${PAGE.heightPt - 14} ${PAGE.widthPt} 14 re f 0.1 g`,
    `BT /F1 20 Tf ${PAGE.marginPt} ${top - 24} Td (${escape(heading)}) Tj ET`,
  ];
  let y = top - 60;
  for (const paragraph of paragraphs) {
    for (const line of wrap(paragraph)) {
      drawn.push(`BT /F2 12 Tf ${PAGE.marginPt} ${y} Td (${escape(line)}) Tj ET`);
      y -= 18;
    }
    y -= 10;
  }
  drawn.push(`BT /F2 9 Tf ${PAGE.marginPt} 30 Td (${page} of ${pages}) Tj ET`);
  return drawn.join('\n');
};

const wrap = (text: string): string[] => {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + word.length < LINE_CHARACTERS) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
};

const escape = (text: string): string => text.replace(/[\\()]/g, (character) => `\\${character}`);

/** Numbers the objects and writes the cross-reference table with their byte offsets. */
const assemble = (objects: readonly string[]): Buffer => {
  let text = '%PDF-1.4\n';
  const offsets = objects.map((body, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const start = text.length;
  const lines = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${lines.join('')}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
};
