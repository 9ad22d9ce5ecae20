import type { Plugin } from 'vite';

/**
 * Fails a build whose files import each other in a circle. The first file of a circle to run sees uninitialized imports,
 * and the app shows a blank page. The usual cause is a new group in chunks.ts.
 *
 * @throws Error with the circle, file by file.
 */
export const noCircularChunks = (): Plugin => ({
  name: 'no-circular-chunks',
  apply: 'build',
  generateBundle(_options, bundle) {
    const done = new Set<string>();
    const follow = (file: string, way: string[]): void => {
      if (way.includes(file)) {
        const circle = [...way.slice(way.indexOf(file)), file].join(' → ');
        throw new Error(`Files of the build import each other in a circle: ${circle}. See build/chunks.ts.`);
      }
      const chunk = bundle[file];
      if (done.has(file) || chunk?.type !== 'chunk') return;
      for (const each of chunk.imports) follow(each, [...way, file]);
      done.add(file);
    };
    for (const file of Object.keys(bundle)) follow(file, []);
  },
});
