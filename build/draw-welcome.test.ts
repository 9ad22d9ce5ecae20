import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { welcomeText } from '#contract/text/welcome.ts';
import { buildFolder, DOCUMENT, makeFolder } from './build.fixtures.ts';
import { drawWelcome } from './draw-welcome.ts';

const VIEW = 'src/features/auth/join/welcome-view.tsx';
const page = () => makeFolder({ 'index.html': DOCUMENT, 'src/main.css': '', 'src/main.ts': '' });

test('the document contains the welcome page with its texts, and no requests for it', async () => {
  const root = page();
  await buildFolder(root, [drawWelcome()]);
  const html = readFileSync(`${root}/dist/index.html`, 'utf8');
  const [, drawn] = /<template data-route="\/welcome">(.*?)<\/template>/s.exec(html)!;
  expect(drawn).toContain(welcomeText.lead);
  expect(drawn).toContain('href="/sign-up"');
  expect(drawn).not.toContain('<link');
});

test('fails the build if the component, its texts or its output is missing', async () => {
  const words = { 'contract/text/welcome.ts': `export const welcomeText = { lead: 'Words' };` };
  const build = (files: Record<string, string>) => buildFolder(page(), [drawWelcome(makeFolder(files))]);
  await expect(build({ ...words, [VIEW]: 'export const Other = () => null;' })).rejects.toThrow(
    /WelcomeView of .* matches nothing/,
  );
  const view = { [VIEW]: 'export const WelcomeView = () => null;' };
  await expect(build({ ...view, 'contract/text/welcome.ts': 'export const other = 1;' })).rejects.toThrow(
    /welcomeText\.lead of .* matches nothing/,
  );
  await expect(build({ ...view, ...words })).rejects.toThrow('draws nothing');
  await expect(build({})).rejects.toThrow('welcome-view.tsx');
});
