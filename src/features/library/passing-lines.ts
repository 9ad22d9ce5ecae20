import type { LibraryContent } from '#contract/rows.ts';
import { sportArt } from '#ui/pictures/sport-art.ts';
import type { LineHeights } from './line-heights.ts';

/** From this speed on the page scrolls too fast to be read, px per ms: some three screens of a phone per second. */
const FAST_PX_PER_MS = 2.5;
/** So many steps at that speed are scrolling; fewer are a jump, e.g. back to where the page was left. */
const FAST_STEPS = 3;
/** Scrolling is no longer fast this long after its last fast step, ms. */
const SLOWED_MS = 120;
/** Lines drawn beyond the screen on each side: the browser may scroll on before the page has drawn. */
const OVERSCAN_LINES = 3;

/** A part of the list; `to` is the line after the last. */
interface Lines {
  from: number;
  to: number;
}

export interface PassingList {
  ids: readonly string[];
  columns: number;
  heights: LineHeights;
  rowOf: (id: string) => LibraryContent | undefined;
  /** The sport whose drawing is shown for a content without a picture. */
  sportOf?: ((content: LibraryContent) => string | undefined) | undefined;
}

/**
 * Draws the lines that come while the page scrolls too fast to be read: pictures and titles, in elements that are reused for one
 * line after another, without React. Once the page has slowed down, React draws the whole tiles and these lines go
 * (decision 0138).
 */
export class PassingLines {
  readonly #place: HTMLElement;
  readonly #onSlowed: () => void;
  #list: PassingList;
  /** The lines that React has drawn; those that it had drawn when fast scrolling began stay as they are. */
  #whole: Lines = { from: 0, to: 0 };
  #screen: Lines = { from: 0, to: 0 };
  #pool: PassingLine[] = [];
  #isPassing = false;
  #steps = 0;
  #last = { px: window.scrollY, ms: performance.now() };
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param place The element for the lines; it has the size of the whole list.
   * @param onSlowed Called once the page scrolls slowly enough for whole tiles.
   */
  constructor(place: HTMLElement, list: PassingList, onSlowed: () => void) {
    this.#place = place;
    this.#list = list;
    this.#onSlowed = onSlowed;
  }

  /** Tells what the list is now, and which of its lines React has drawn. */
  show(list: PassingList, whole: Lines): void {
    if (list.columns !== this.#list.columns || list.heights.usualPx !== this.#list.heights.usualPx) this.#clear();
    this.#list = list;
    this.#whole = whole;
    this.#clearIfReplaced();
  }

  /** Draws the lines of the screen if the page scrolls fast. @returns Whether it does, so that React need not draw them. */
  draw(screen: Lines): boolean {
    this.#screen = screen;
    this.#noteStep();
    if (!this.#isPassing) return false;
    const { ids, columns, heights } = this.#list;
    const from = Math.max(0, screen.from - OVERSCAN_LINES);
    const to = Math.min(Math.ceil(ids.length / columns), screen.to + OVERSCAN_LINES);
    while (this.#pool.length < to - from) this.#pool.push(new PassingLine(this.#place, columns, heights.usualPx));
    for (let line = from; line < to; line += 1) {
      const isWhole = line >= this.#whole.from && line < this.#whole.to;
      if (!isWhole) this.#pool[line % this.#pool.length]!.draw(line, this.#list);
    }
    return true;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#clear();
  }

  #noteStep(): void {
    const now = { px: window.scrollY, ms: performance.now() };
    const isFast = Math.abs(now.px - this.#last.px) > FAST_PX_PER_MS * Math.max(1, now.ms - this.#last.ms);
    this.#last = now;
    if (!isFast) return;
    this.#steps += 1;
    if (this.#steps >= FAST_STEPS) this.#isPassing = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#slow, SLOWED_MS);
  }

  readonly #slow = (): void => {
    this.#steps = 0;
    if (!this.#isPassing) return;
    this.#isPassing = false;
    this.#onSlowed();
    this.#clearIfReplaced();
  };

  #clearIfReplaced(): void {
    const { from, to } = this.#screen;
    if (!this.#isPassing && from >= this.#whole.from && to <= this.#whole.to) this.#clear();
  }

  #clear(): void {
    if (this.#pool.length === 0) return;
    this.#pool = [];
    this.#place.replaceChildren();
  }
}

/** The elements of one line; the styles of its tiles are those of a content tile. */
class PassingLine {
  readonly #element = document.createElement('div');
  readonly #tiles: PassingTile[];
  #line = -1;

  constructor(place: HTMLElement, columns: number, px: number) {
    this.#element.className = 'passing-line';
    this.#element.style.height = `${px}px`;
    this.#tiles = Array.from({ length: columns }, () => new PassingTile());
    this.#element.append(...this.#tiles.map(({ element }) => element));
    place.append(this.#element);
  }

  draw(line: number, { ids, columns, heights, rowOf, sportOf }: PassingList): void {
    if (line === this.#line) return;
    this.#line = line;
    this.#element.style.transform = `translateY(${heights.topOf(line)}px)`;
    for (const [column, tile] of this.#tiles.entries()) {
      const id = ids[line * columns + column];
      const content = id === undefined ? undefined : rowOf(id);
      tile.draw(content, content && sportOf?.(content));
    }
  }
}

class PassingTile {
  readonly element = document.createElement('div');
  readonly #image = document.createElement('img');
  readonly #title = document.createTextNode('');

  constructor() {
    const title = document.createElement('p');
    title.className = 'passing-line__title';
    title.append(this.#title);
    this.#image.className = 'passing-line__image';
    this.#image.alt = '';
    this.#image.decoding = 'async';
    this.element.className = 'passing-line__tile';
    this.element.append(this.#image, title);
  }

  draw(content: LibraryContent | undefined, sport: string | undefined): void {
    this.element.hidden = content === undefined;
    if (!content) return;
    this.#title.data = content.title;
    const src = content.thumbnail ?? sportArt(sport);
    if (this.#image.getAttribute('src') !== src) this.#image.src = src;
  }
}
