export interface CellsOfLine {
  /** Of its first character in the text, from 1. */
  line: number;
  cells: string[];
}

/**
 * Splits lines at commas, semicolons and tabs, as tables and people write them. Quotes at the start of a cell keep what is between them
 * together, also separators and line ends; two quotes in it are one.
 */
export const splitCells = (text: string): CellsOfLine[] => {
  const rows: CellsOfLine[] = [];
  let [line, cell, isQuoted] = [1, '', false];
  let row: CellsOfLine = { line, cells: [] };
  const endCell = (): void => {
    row.cells.push(cell);
    cell = '';
  };
  const endRow = (): void => {
    endCell();
    rows.push(row);
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]!;
    const isEnd = sign === '\n' || (sign === '\r' && text[at + 1] !== '\n');
    if (isEnd) line += 1;
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += sign;
        at += 1;
      } else isQuoted = false;
      // A quote without an end takes its line, not the rest of the list.
    } else if (sign === '"' && cell.trim() === '' && closes(text, at)) {
      isQuoted = true;
      cell = '';
    } else if (isEnd) {
      endRow();
      row = { line, cells: [] };
    } else if (sign === ',' || sign === ';' || sign === '\t') endCell();
    else if (sign !== '\r') cell += sign;
  }
  endRow();
  return rows;
};

/** Whether a quote that opens at `at` is closed before a separator or a line end. */
const closes = (text: string, at: number): boolean => {
  for (let end = text.indexOf('"', at + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    if (text[end + 1] === '"') {
      end += 1;
      continue;
    }
    return /^[ ]*(?:[,;\t\r\n<]|$)/.test(text.slice(end + 1, end + 40));
  }
  return false;
};
