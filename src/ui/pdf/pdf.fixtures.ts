/** A document whose every page names its number. */
export const makePdf = (pages: number): Blob => {
  const kids = Array.from({ length: pages }, (_, at) => `${4 + at * 2} 0 R`).join(' ');
  const drawn = (at: number): string => `BT /F1 24 Tf 60 500 Td (Page ${at + 1} of ${pages}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages} /Kids [${kids}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...Array.from({ length: pages }, (_, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 595] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + at * 2} 0 R >>`,
      `<< /Length ${drawn(at).length} >>\nstream\n${drawn(at)}\nendstream`,
    ]).flat(),
  ];
  let text = '%PDF-1.4\n';
  const lines = objects.map((object, at) => {
    const line = `${String(text.length).padStart(10, '0')} 00000 n \n`;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return line;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${lines.join('')}`;
  return new Blob([`${text}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`]);
};
