import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '#tests/support/property-runs.ts';
import { channelsPlacedAfter } from './channels-order.ts';
import { placedAfter } from './placed-after.ts';

test('a row goes behind the one that is named, to the front without one, and to the end if that one is gone', () => {
  const ids = ['a', 'b', 'c', 'd'];
  expect(placedAfter(ids, 'a', 'c')).toEqual(['b', 'c', 'a', 'd']);
  expect(placedAfter(ids, 'd', 'a')).toEqual(['a', 'd', 'b', 'c']);
  expect(placedAfter(ids, 'c', null)).toEqual(['c', 'a', 'b', 'd']);
  expect(placedAfter(ids, 'b', 'gone')).toEqual(['a', 'c', 'd', 'b']);
  expect(placedAfter(ids, 'b', 'b')).toEqual(ids);
  expect(placedAfter(ids, 'gone', 'a')).toEqual(ids);
});

test('all other rows keep their order, and none is lost or doubled', () => {
  const names = fc.uniqueArray(fc.nat({ max: 30 }).map(String), { maxLength: 12 });
  const id = fc.nat({ max: 30 }).map(String);
  fc.assert(
    fc.property(names, id, fc.option(id), (ids, moving, afterId) => {
      const next = placedAfter(ids, moving, afterId);
      expect(next.toSorted()).toEqual(ids.toSorted());
      expect(next.filter((each) => each !== moving)).toEqual(ids.filter((each) => each !== moving));
      if (ids.includes(moving) && afterId !== null && afterId !== moving && ids.includes(afterId))
        expect(next.indexOf(moving)).toBe(next.indexOf(afterId) + 1);
    }),
    runs,
  );
});

test('a subchannel moves among those of its parent; every other channel keeps its place', () => {
  const channel = (id: string, parentChannel: string | null, position: number) => ({ id, parentChannel, position });
  const channels = [
    channel('a', null, 0),
    channel('b', null, 1),
    channel('a1', 'a', 2),
    channel('b1', 'b', 3),
    channel('a2', 'a', 4),
    channel('c', null, 5),
  ];
  expect(channelsPlacedAfter(channels, 'a2', null)).toEqual(['a', 'b', 'a2', 'b1', 'a1', 'c']);
  expect(channelsPlacedAfter(channels, 'a', 'b')).toEqual(['b', 'a', 'a1', 'b1', 'a2', 'c']);
  // A channel of another level is none that it can be put after.
  expect(channelsPlacedAfter(channels, 'a1', 'b1')).toEqual(['a', 'b', 'a2', 'b1', 'a1', 'c']);
});
