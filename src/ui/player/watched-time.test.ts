import { expect, test } from 'vitest';
import { watchedTime } from './watched-time.ts';

test('D-206 playing on counts the content played, not the wall time', () => {
  const watched = watchedTime();
  for (const position of [0, 0.25, 0.5, 2.5]) watched.reached(position);
  expect(watched.watchedMs()).toBe(2500);
});

test('D-206 waiting at one position counts nothing', () => {
  const watched = watchedTime();
  for (const position of [3, 3, 3]) watched.reached(position);
  expect(watched.watchedMs()).toBe(0);
});

test('D-206 a seek forward counts only what is watched before and after it', () => {
  const watched = watchedTime();
  watched.reached(0);
  watched.reached(1);
  watched.jumped();
  watched.reached(60);
  watched.reached(61.5);
  expect(watched.watchedMs()).toBe(2500);
});

test('a seek back subtracts nothing, and replayed content counts again', () => {
  const watched = watchedTime();
  watched.reached(10);
  watched.reached(12);
  watched.jumped();
  watched.reached(10);
  watched.reached(11);
  expect(watched.watchedMs()).toBe(3000);
});

test('a renewed URL that briefly starts at zero counts nothing', () => {
  const watched = watchedTime();
  watched.reached(100);
  watched.jumped();
  watched.reached(100);
  watched.reached(100.5);
  expect(watched.watchedMs()).toBe(500);
});
