import { isTest, matcherOf } from './arrows.ts';

// Which packages each layer of the code may import. What runs in the browser knows none of Node, a store knows no screen.

const NODE = 'node:*';
/** Queries and the checks of what comes in. */
const QUERIES = [NODE, 'kysely', 'valibot'];

/** By area; a file belongs to the first that matches its path (patterns as in arrows.ts). Without an area: none. */
const PACKAGES: readonly (readonly [files: string, packages: readonly string[]])[] = [
  ['contract/', ['valibot']],
  ['store/', ['dexie', 'minisearch', 'valibot', 'xstate']],
  ['workers/', ['comlink', 'dexie', 'mediabunny']],
  ['sw/', ['workbox-core', 'workbox-precaching', 'workbox-routing']],

  [
    'src/ui/',
    ['@base-ui/react', 'hls.js', 'lucide-react', 'pdfjs-dist', 'react', 'react-dom', 'react-easy-crop', 'uqr'],
  ],
  [
    'src/app/',
    [
      '@hookform/resolvers',
      '@stripe/react-stripe-js',
      '@stripe/stripe-js',
      '@tanstack/history',
      '@tanstack/react-router',
      'dexie',
      'dexie-react-hooks',
      'firebase',
      'libphonenumber-js',
      'react',
      'react-dom',
      'react-hook-form',
      'valibot',
    ],
  ],
  [
    'src/features/',
    [
      '@base-ui/react',
      '@hookform/resolvers',
      '@simplewebauthn/browser',
      '@tanstack/react-router',
      '@xstate/react',
      'comlink',
      'dexie',
      'dexie-react-hooks',
      'libphonenumber-js',
      'lucide-react',
      'react',
      'react-hook-form',
      'valibot',
      'xstate',
    ],
  ],
  ['src/', ['@tanstack/react-router', 'react', 'react-dom']],

  [
    'server/domains/',
    [...QUERIES, '@node-rs/argon2', '@simplewebauthn/server', 'libphonenumber-js', 'otpauth', 'yazl'],
  ],
  ['server/calls/', [...QUERIES, 'jose', 'pg', 'prom-client']],
  [
    'server/adapters/',
    [...QUERIES, '@aws-sdk/client-s3', '@napi-rs/canvas', 'jose', 'nodemailer', 'pdfjs-dist', 'stripe', 'web-push'],
  ],
  ['server/http/', [...QUERIES, '@hono/node-server', '@valibot/to-json-schema', 'hono']],
  ['server/jobs/', [...QUERIES, 'pg', 'pg-boss']],
  ['server/db/', [...QUERIES, 'pg']],
  ['server/backup/', [...QUERIES, 'pg', 'pg-copy-streams']],
  ['server/launch/', [NODE, 'pg', 'rolldown', 'vite']],
  ['server/', [...QUERIES, 'pg', 'pino']],

  ['build/', [NODE, 'react', 'react-dom', 'vite', 'vite-plugin-pwa']],
  ['*', [NODE, '@rolldown/plugin-babel', '@tanstack/router-plugin', '@vitejs/plugin-react', 'vite']],
];

/** `node:module` makes a `require`, which loads any file past this lint. */
const REQUIRE = 'node:module';
/** They find a program by it; the last two read a source map, and write the cache of compiled code. */
const MAY_REQUIRE = [
  'server/adapters/media/ffmpeg-path.ts',
  'server/adapters/media/pdf.ts',
  'server/db/embedded/binaries.ts',
  'server/launch/bundle.ts',
  'server/main.ts',
];

const areas = PACKAGES.map(([files, packages]) => ({ matcher: matcherOf(files), packages: packages.map(matcherOf) }));

/**
 * Whether a file may import a package.
 *
 * @param from The importing file, below the root.
 * @param name The package without a path inside of it: `@stripe/stripe-js`, `node:fs`.
 * @returns The reason if it may not, as a sentence; `null` if it may.
 */
export const packageRefusalOf = (from: string, name: string): string | null => {
  if (isTest(from)) return null;
  const packages = areas.find(({ matcher }) => matcher.test(from))?.packages ?? [];
  const isAllowed = name === REQUIRE ? MAY_REQUIRE.includes(from) : packages.some((each) => each.test(name));
  return isAllowed ? null : `${from} may not import the package ${name}: see build/lint/packages.ts.`;
};
