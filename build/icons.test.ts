import { expect, test } from 'vitest';
import { iconsOf } from './icons.ts';

const LIST = '/app/src/ui/icons.ts';
const graph = (code: string, importedIds = ['/icons/house.mjs', '/icons/circle-alert.mjs']) => ({
  getModuleInfo: (id: string) =>
    id === LIST
      ? {
          code: `export { default as HomeIcon } from 'lucide/icons/house';
            export { default as ProblemIcon } from 'lucide/icons/circle-alert';`,
          importedIds,
        }
      : { code, importedIds: [LIST] },
});

test('a module uses the icons that it imports or re-exports by name', () => {
  const code = `import { HomeIcon as Icon } from '#ui/icons.ts'; export { ProblemIcon } from '../ui/icons.ts';`;
  expect(iconsOf('/app/page.tsx', LIST, graph(code))).toEqual(['/icons/house.mjs', '/icons/circle-alert.mjs']);
});

test('a module with another name is not the list', () => {
  expect(iconsOf('/app/page.tsx', LIST, graph(`import { HomeIcon } from './pictures.ts';`))).toEqual([]);
});

test('fails the build for an import of the whole list, an unknown name, or a name without a module', () => {
  const whole = graph(`import * as icons from '#ui/icons.ts';`);
  expect(() => iconsOf('/app/page.tsx', LIST, whole)).toThrow("/app/page.tsx imports '*'");
  const unknown = graph(`import { Missing } from '#ui/icons.ts';`);
  expect(() => iconsOf('/app/page.tsx', LIST, unknown)).toThrow("imports 'Missing'");
  const renamed = graph(`import { HomeIcon } from '#ui/icons.ts';`, ['/icons/home.mjs']);
  expect(() => iconsOf('/app/page.tsx', LIST, renamed)).toThrow('lucide/icons/house, which no module answers to');
});
