/** A valid hand-written PDF 1.4: A5 pages with one line of text each. */
export function makePdf(pages: number): Buffer {
  const objects: string[] = [];
  const pageIds = Array.from({ length: pages }, (_, index) => 4 + index * 2);
  objects.push('<< /Type /Catalog /Pages 2 0 R >>');
  objects.push(`<< /Type /Pages /Count ${pages} /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] >>`);
  objects.push('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  pageIds.forEach((id, index) => {
    const drawing = `BT /F1 24 Tf 60 500 Td (Page ${index + 1} of ${pages}) Tj ET`;
    objects.push(
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 595] ' +
        `/Resources << /Font << /F1 3 0 R >> >> /Contents ${id + 1} 0 R >>`,
      `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    );
  });
  return assemble(objects);
}

/** Numbers the objects and writes the cross-reference table. */
function assemble(objects: string[]): Buffer {
  let text = '%PDF-1.4\n';
  const offsets = objects.map((body, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const lines = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  const size = objects.length + 1;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${lines.join('')}`;
  const tableAt = text.indexOf('xref\n0 ');
  return Buffer.from(`${text}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${tableAt}\n%%EOF\n`, 'latin1');
}
