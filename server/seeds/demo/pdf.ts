import { PLAYS, boardOf, playAt } from './art/board.ts';
import { PICTURE, groundOf } from './art/grounds.ts';
import { lettering } from './art/lettering.ts';
import { box, line, placed, toSvg, type Colour, type Point, type Shape } from './art/shapes.ts';

/** Size of a page, points; and of the picture over its whole width. */
const PAGE = { widthPt: 420, heightPt: 595, marginPt: 40 };
const SCALE = PAGE.widthPt / PICTURE.width;
const PICTURE_PT = Math.round(PICTURE.height * SCALE);
/** Height of the heading above the picture of the first page. */
const HEAD_PT = 74;
const LINE_CHARACTERS = 60;
const INK = '#0d1f18';
const ACCENT = '#0a5a3c';

export interface DemoPdf {
  key: string;
  sport: string;
  /** At the foot of each page. */
  from: string;
  /** For each page its heading and then its paragraphs; Latin letters only. */
  pages: readonly (readonly string[])[];
}

/** What is drawn on a page, in points from its top left corner: a picture over the first, a strip beside the others. */
const drawingOf = ({ key, sport }: DemoPdf, page: number): Shape[] => {
  if (page > 0)
    return [
      box(ACCENT, [0, 0, 16, PAGE.heightPt]),
      line('#dcf763', 3, [
        [26, 44],
        [21, 66],
      ]),
    ];
  const play = PLAYS[key];
  const picture = play ? [...boardOf(sport), ...playAt(play, 1.9)] : groundOf(sport, key);
  return [
    ...placed(picture, [0, HEAD_PT], SCALE),
    box('#ffffff', [-50, -10, PAGE.widthPt + 100, HEAD_PT + 10]),
    box('#ffffff', [-50, HEAD_PT + PICTURE_PT, PAGE.widthPt + 100, PAGE.heightPt]),
    box('#0a5a3c', [-50, -10, PAGE.widthPt + 100, 24]),
    box('#dcf763', [PAGE.marginPt, HEAD_PT - 5, 74, 10]),
  ];
};

/** Where the heading and the paragraphs of a page begin. */
const headingPt = (page: number): number => (page === 0 ? 50 : 62);
const firstLinePt = (page: number): number => (page === 0 ? HEAD_PT + PICTURE_PT + 36 : 96);

/** Writes a PDF 1.4: a picture and headings, in Helvetica, which every reader has. */
export const writePdf = (pdf: DemoPdf): Buffer => {
  const { pages } = pdf;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${5 + index * 2} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((page, index) => {
      const drawing = drawPage(pdf, page, index);
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.widthPt} ${PAGE.heightPt}] /Contents ${6 + index * 2} 0 R /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>`,
        `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
      ];
    }),
  ];
  return assemble(objects);
};

/** The first page as a picture, with lines in place of its paragraphs; until a reader has drawn the real one. */
export const firstPageSvg = (pdf: DemoPdf): string => {
  const [heading = '', ...paragraphs] = pdf.pages[0] ?? [];
  const top = firstLinePt(0);
  const words = lettering(heading, { x: 0, y: 0, height: 18, colour: INK });
  const lines = paragraphs.flatMap(wrap);
  return toSvg(
    [
      box('#ffffff', [0, 0, PAGE.widthPt, PAGE.heightPt]),
      ...drawingOf(pdf, 0),
      ...placed(
        words.shapes,
        [PAGE.marginPt, headingPt(0) - 20],
        Math.min(1, (PAGE.widthPt - 2 * PAGE.marginPt) / words.width),
      ),
      ...lines.map((text, at) =>
        line('#aab8b0', 4, [
          [PAGE.marginPt, top + at * 18],
          [PAGE.marginPt + text.length * 5.4, top + at * 18],
        ]),
      ),
    ],
    { width: PAGE.widthPt, height: PAGE.heightPt },
  );
};

const channels = (colour: Colour): string =>
  [1, 3, 5].map((at) => (Number.parseInt(colour.slice(at, at + 2), 16) / 255).toFixed(3)).join(' ');
const number = (value: number): string => String(Math.round(value * 10) / 10);

const path = (points: readonly Point[]): string =>
  points.map(([x, y], at) => `${number(x)} ${number(y)} ${at === 0 ? 'm' : 'l'}`).join(' ');

/** Shapes as PDF operators. Colours that change or shine through become even and full. */
const operatorsOf = (shapes: readonly Shape[]): string[] =>
  shapes
    .filter(({ alpha = 1 }) => alpha > 0.4)
    .map((shape) => {
      const colour = channels(shape.colour);
      if (shape.kind === 'area') return `${colour} rg ${path(shape.points)} h f`;
      if (shape.kind === 'line') return `${colour} RG ${number(shape.width)} w 1 J 1 j ${path(shape.points)} S`;
      const { x, y, rx, ry } = shape;
      const ring = Array.from({ length: 24 }, (_, at): Point => {
        const angle = (at / 24) * Math.PI * 2;
        return [x + rx * Math.cos(angle), y + ry * Math.sin(angle)];
      });
      return `${colour} rg ${path(ring)} h f`;
    });

const drawPage = (pdf: DemoPdf, [heading = '', ...paragraphs]: readonly string[], page: number): string => {
  const drawn = [
    'q',
    `1 0 0 -1 0 ${PAGE.heightPt} cm`,
    ...operatorsOf(drawingOf(pdf, page)),
    'Q',
    `${channels(INK)} rg`,
  ];
  const write = (font: 'F1' | 'F2', size: number, x: number, fromTop: number, text: string) =>
    drawn.push(`BT /${font} ${size} Tf ${x} ${PAGE.heightPt - fromTop} Td (${escape(text)}) Tj ET`);
  write('F1', 20, PAGE.marginPt, headingPt(page), heading);
  let y = firstLinePt(page);
  for (const paragraph of paragraphs) {
    // A box to tick before each.
    drawn.push(`${channels(ACCENT)} RG 1.4 w ${PAGE.marginPt} ${PAGE.heightPt - y} 9 9 re S`);
    for (const text of wrap(paragraph)) {
      write('F2', 12, PAGE.marginPt + 20, y, text);
      y += 18;
    }
    y += 10;
  }
  write('F2', 9, PAGE.marginPt, PAGE.heightPt - 26, `${pdf.from} - ${page + 1} of ${pdf.pages.length}`);
  return drawn.join('\n');
};

const wrap = (text: string): string[] => {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1)!;
    if (last === '') lines[lines.length - 1] = word;
    else if (last.length + word.length < LINE_CHARACTERS) lines[lines.length - 1] = `${last} ${word}`;
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
