import { expect, test } from 'vitest';
import { madeBundle, madeChunk } from './build.fixtures.ts';
import { noCircularChunks } from './no-circular-chunks.ts';

/** Calls the hook as the bundler does when the files are made. */
const check = (...chunks: ReturnType<typeof madeChunk>[]) => {
  const hook = noCircularChunks().generateBundle as (options: object, bundle: object) => void;
  hook({}, madeBundle(...chunks));
};

test('fails the build for files that import each other in a circle, and names them', () => {
  expect(() =>
    check(
      madeChunk('entry.js', { imports: ['a.js'] }),
      madeChunk('a.js', { imports: ['b.js'] }),
      madeChunk('b.js', { imports: ['a.js'] }),
    ),
  ).toThrow('circle: a.js → b.js → a.js. See build/chunks.ts');
});

test('a file that is imported twice, and one from elsewhere, are no circle', () => {
  check(
    madeChunk('entry.js', { imports: ['a.js', 'b.js', 'https://example.org/x.js'] }),
    madeChunk('a.js', { imports: ['b.js'] }),
    madeChunk('b.js'),
  );
});
