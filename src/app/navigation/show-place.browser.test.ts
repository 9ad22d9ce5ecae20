import { afterEach, beforeEach, expect, test } from 'vitest';
import { followContents, showPlace, type Showing } from './show-place.ts';
import '../../styles/tokens.css';
import '../../styles/base.css';

const ROW_PX = 100;
const LEFT = { topPx: 2_500, heightPx: 5_000, rails: {} };

let page: HTMLElement;
let showing: Showing;

const block = (heightPx: number, className = ''): HTMLElement => {
  const element = document.createElement('div');
  element.style.height = `${heightPx}px`;
  element.className = className;
  return element;
};
const rows = (count: number): HTMLElement[] => Array.from({ length: count }, () => block(ROW_PX, 'row'));
const nextFrame = () =>
  new Promise((resolve) => {
    requestAnimationFrame(resolve);
  });
const isHeld = () => document.documentElement.style.getPropertyValue('--kept-height') !== '';
const released = () => expect.poll(isHeld).toBe(false);

beforeEach(() => {
  document.body.innerHTML = '<div class="column"><main class="page"></main></div>';
  page = document.querySelector('main')!;
  scrollTo(0, 0);
});

afterEach(() => showing.end());

test('a page is at its place before its rows are there, and stays there when they come', async () => {
  const seen: number[] = [];
  addEventListener('scroll', () => seen.push(scrollY));
  showing = showPlace(LEFT);
  expect(scrollY).toBe(LEFT.topPx);
  await nextFrame();
  page.append(...rows(20));
  await nextFrame();
  page.append(...rows(40));
  await released();
  expect(scrollY).toBe(LEFT.topPx);
  expect(new Set(seen)).toEqual(new Set([LEFT.topPx]));
});

test('a part that appears late above the place does not move it', async () => {
  page.append(...rows(60));
  showing = showPlace(LEFT);
  await nextFrame();
  page.prepend(block(180));
  await released();
  expect(scrollY).toBe(LEFT.topPx);
});

test('rows above the place that turn out lower take the place with them', async () => {
  page.append(...rows(60));
  showing = showPlace(LEFT);
  await nextFrame();
  (page.firstElementChild as HTMLElement).style.height = `${ROW_PX - 30}px`;
  followContents(-30);
  await nextFrame();
  await released();
  expect(scrollY).toBe(LEFT.topPx - 30);
});

test('a part above the place that is drawn long after the rows does not move it either', async () => {
  page.append(...rows(46));
  showing = showPlace(LEFT);
  for (let frame = 0; frame < 60; frame += 1) await nextFrame();
  page.prepend(block(400));
  await released();
  expect(scrollY).toBe(LEFT.topPx);
});

test('while a skeleton is shown, the page waits for its rows', async () => {
  page.append(block(300, 'skeleton'));
  showing = showPlace(LEFT);
  for (let frame = 0; frame < 30; frame += 1) await nextFrame();
  expect(isHeld()).toBe(true);
  page.replaceChildren(...rows(60));
  await released();
  expect(scrollY).toBe(LEFT.topPx);
});

test('a list that became shorter ends at its last row', async () => {
  page.append(...rows(20));
  showing = showPlace(LEFT);
  await released();
  await nextFrame();
  expect(scrollY).toBe(document.documentElement.scrollHeight - innerHeight);
});

for (const type of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
  test(`the wait ends with the person's ${type}: the page is not moved any more`, async () => {
    showing = showPlace(LEFT);
    await nextFrame();
    document.body.dispatchEvent(new Event(type, { bubbles: true }));
    expect(showing.isForcing()).toBe(false);
    scrollTo(0, 700);
    page.append(...rows(60));
    await released();
    expect(scrollY).toBe(700);
  });

test('a rail is shown where it was left', async () => {
  const { nameHash } = await import('./entries.ts');
  showing = showPlace({ ...LEFT, rails: { [nameHash('Soccer')]: 240 } });
  await nextFrame();
  const rail = block(80);
  rail.dataset['rail'] = 'Soccer';
  rail.style.overflowX = 'auto';
  rail.append(block(60));
  (rail.firstChild as HTMLElement).style.width = '3000px';
  page.append(rail, ...rows(60));
  await released();
  expect(rail.scrollLeft).toBe(240);
});
