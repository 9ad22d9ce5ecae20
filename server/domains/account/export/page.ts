import { archiveText as text } from '#contract/text/account-export-archive.ts';
import type { ArchiveParts } from './archive.ts';
import { HIDDEN, LEFT_OUT } from './tables.ts';

/** An uploaded file that is not in the archive. */
export interface LeftOutFile {
  filename: string;
  why: 'large' | 'missing';
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (value: string): string => value.replace(/[&<>"']/g, (character) => ESCAPES[character]!);
const list = (items: readonly string[]): string =>
  `<ul>${items.map((item) => `<li>${escaped(item)}</li>`).join('')}</ul>`;
const part = (title: string, ...body: string[]): string =>
  `<section><h2>${escaped(title)}</h2>${body.join('')}</section>`;
const linked = (path: string): string =>
  `<a href="${escaped(path.split('/').map(encodeURIComponent).join('/'))}">${escaped(path)}</a>`;

/** Why records of a person are not in it. Tables that share a reason hold nothing about a person and are left out here. */
const reasons = (): string[] => [
  ...Object.entries(LEFT_OUT)
    .filter(([, reason], _at, all) => all.filter(([, other]) => other === reason).length === 1)
    .map(([table, reason]) => `${table}: ${reason}`),
  ...Object.entries(HIDDEN).flatMap(([table, columns]) =>
    Object.entries(columns).map(([column, reason]) => `${table}, ${column}: ${reason}`),
  ),
];

/** The first page of the archive: what is in it and what is not, in plain words. It loads nothing from elsewhere. */
export const makePage = ({ username, at, tables, plan }: ArchiveParts): string => {
  const day = at.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  const rows = tables.map(
    ({ name, rows: count }) => `<tr><td>${linked(`data/${name}.json`)}</td><td>${count}</td></tr>`,
  );
  const named = (why: 'large' | 'missing', lead: string): string[] => {
    const names = plan.leftOut.filter((file) => file.why === why).map(({ filename }) => filename);
    return names.length > 0 ? [`<p>${escaped(lead)}</p>`, list(names)] : [];
  };
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(text.title)}</title>
<style>:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}td,th{padding:.2rem 1rem .2rem 0;text-align:left}li{overflow-wrap:anywhere}</style></head>
<body><h1>${escaped(text.title)}</h1><p>${escaped(text.made(day, username))}</p>
${text.what.map((line) => `<p>${escaped(line)}</p>`).join('')}
${part(text.records, `<table><tr><th>${text.table}</th><th>${text.count}</th></tr>${rows.join('')}</table>`)}
${part(
  text.files,
  plan.files.length > 0
    ? `<ul>${plan.files.map(({ path }) => `<li>${linked(path)}</li>`).join('')}</ul>`
    : `<p>${escaped(text.noFiles)}</p>`,
  ...named('large', text.leftOut),
  ...named('missing', text.missing),
)}
${part(text.notIn, list(text.alsoNot), `<p>${escaped(text.notInLead)}</p>`, list(reasons()))}
</body></html>
`;
};
