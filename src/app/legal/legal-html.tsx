import { createElement, Fragment, type ReactNode } from 'react';

/** Elements that are kept; any other element is replaced by its text. */
const TAGS = new Set([
  'h2',
  'h3',
  'h4',
  'p',
  'ul',
  'ol',
  'li',
  'strong',
  'em',
  'b',
  'i',
  'br',
  'a',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'dl',
  'dt',
  'dd',
  'blockquote',
  'hr',
]);
const DROPPED = new Set(['script', 'style', 'template', 'iframe', 'object', 'embed', 'noscript']);
const VOID = new Set(['br', 'hr']);

const safeAddress = (address: string | null): string | undefined =>
  address && /^(https:\/\/|mailto:|\/(?![/\\]))/i.test(address) ? address : undefined;

const toReact = (node: Node, key: number): ReactNode => {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const tag = node.localName;
  if (DROPPED.has(tag)) return null;
  const children = VOID.has(tag) ? undefined : Array.from(node.childNodes, toReact);
  // The page's own title is the h1.
  if (tag === 'h1') return createElement('h2', { key }, children);
  if (!TAGS.has(tag)) return createElement(Fragment, { key }, children);
  if (tag !== 'a') return createElement(tag, { key }, children);
  const href = safeAddress(node.getAttribute('href'));
  return createElement(
    'a',
    { key, ...(href ? { href } : {}), ...(href?.startsWith('http') ? { target: '_blank', rel: 'noreferrer' } : {}) },
    children,
  );
};

/** Rebuilds the server's HTML as React elements: no script, no style, and only https, mail and own-origin links. */
export function LegalHtml({ html }: { html: string }) {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  return <>{Array.from(parsed.body.childNodes, toReact)}</>;
}
