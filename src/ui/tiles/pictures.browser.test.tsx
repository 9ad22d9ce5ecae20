import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { ChannelCard } from './channel-card.tsx';
import { Cover } from '../pictures/cover.tsx';
import { Facts } from './facts.tsx';

let root: Root;
let host: HTMLElement;

const show = async (element: React.ReactNode, widthPx = 390): Promise<void> => {
  host = document.body.appendChild(document.createElement('div'));
  host.style.width = `${widthPx}px`;
  root = createRoot(host);
  root.render(element);
  await expect.poll(() => host.childElementCount).toBeGreaterThan(0);
};

afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
});

test('twenty channels of one sport without cover and logo have twenty covers, the same each time', async () => {
  const names = Array.from({ length: 20 }, (_, at) => `Club ${String.fromCodePoint(65 + at)}`);
  const cards = () =>
    names.map((name) => <ChannelCard key={name} id={`id-${name}`} name={name} sport="soccer" facts={[]} />);
  const covers = () => Array.from(host.querySelectorAll('.cover__marks > path'), (path) => path.getAttribute('d'));
  await show(cards());
  const first = covers();
  expect(new Set(first).size).toBe(20);
  expect(Array.from(host.querySelectorAll('.channel-logo'), (logo) => logo.textContent)).toContain('CA');
  root.unmount();
  await show(cards());
  expect(covers()).toEqual(first);
});

test('a channel with a cover shows it alone', async () => {
  const picture = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
  await show(<Cover id="a" sport="soccer" shape="channel" src={picture} />);
  expect(host.querySelector('img')?.getAttribute('src')).toBe(picture);
  expect(host.querySelector('.cover__marks')).toBeNull();
});

test('facts on several lines: a dot between two on a line, none at the start or the end of one', async () => {
  await show(<Facts facts={['Soccer', 'Nora Lindqvist', false, '26 followers', '4.7']} />, 190);
  const box = host.querySelector('.facts')!.getBoundingClientRect();
  const facts = [...host.querySelectorAll<HTMLElement>('.facts__one')];
  expect(facts.map((fact) => fact.textContent.trim())).toEqual(['Soccer', 'Nora Lindqvist', '26 followers', '4.7']);
  const lines = new Set(facts.map((fact) => fact.getBoundingClientRect().top));
  expect(lines.size).toBeGreaterThan(1);
  for (const top of lines) {
    const onLine = facts.filter((fact) => fact.getBoundingClientRect().top === top);
    // The dot is in the space before a fact: for the first of a line that is outside of the box.
    const paddingPx = Number.parseFloat(getComputedStyle(onLine[0]!).paddingLeft);
    expect(onLine[0]!.getBoundingClientRect().left + paddingPx).toBeCloseTo(box.left, 0);
    for (const fact of onLine.slice(1)) expect(fact.getBoundingClientRect().left).toBeGreaterThan(box.left);
  }
});
