import { describe, expect, it } from 'vitest';
import { isBuildFile } from './build-file.ts';

const answer = (type: string, text = 'x', status = 200) =>
  new Response(text, { status, headers: { 'Content-Type': type } });
const PORTAL = answer('text/html; charset=utf-8', '<title>Welcome to the hotspot</title>');

describe('a file of the build', () => {
  it('is accepted with the content type of its extension', async () => {
    expect(await isBuildFile('/assets/a-1.js', answer('text/javascript; charset=utf-8'))).toBe(true);
    expect(await isBuildFile('/assets/a-1.css', answer('text/css; charset=utf-8'))).toBe(true);
    expect(await isBuildFile('/fonts/a.woff2', answer('font/woff2'))).toBe(true);
    expect(await isBuildFile('/index.html', answer('text/html', '<body><div id="root"></div>'))).toBe(true);
  });

  it('F12 is never the page of a captive portal, and never an error', async () => {
    for (const path of ['/assets/a-1.js', '/assets/a-1.css', '/fonts/a.woff2', '/index.html', '/icons/favicon.svg'])
      expect(await isBuildFile(path, PORTAL.clone()), path).toBe(false);
    expect(await isBuildFile('/assets/a-1.js', answer('text/javascript', 'x', 404))).toBe(false);
  });
});
