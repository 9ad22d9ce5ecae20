import { createRequire } from 'node:module';
import { realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { PDF_PAGES_MAX } from '#contract/limits.ts';
import type { Jail, JailLimits } from './jail.ts';
import { wasStopped } from './ffmpeg.ts';
import { MediaProblem } from './problem.ts';
import { madeFile } from './result.ts';
import type { MadeFile } from './result.ts';
import { sniffFile } from './sniff.ts';

export interface PdfRequest {
  /** Full path of the PDF. */
  readonly input: string;
  /** A folder for the two pictures. */
  readonly outDir: string;
  readonly signal?: AbortSignal | undefined;
  readonly limits?: Partial<JailLimits> | undefined;
}

export interface RenderedPdf {
  readonly pagesCount: number;
  /** `poster.jpg` and `poster-small.jpg`: the first page. */
  readonly files: readonly MadeFile[];
}

const LIMITS: JailLimits = { wallMs: 60_000, cpuSeconds: 60, fileBytes: 50_000_000, memoryBytes: 2_500_000_000 };
const HEAP_MB = 768;
const LARGE = 'poster.jpg';
const SMALL = 'poster-small.jpg';

const Size = v.object({ widthPx: v.number(), heightPx: v.number() });
const Answer = v.union([
  v.object({ pagesCount: v.pipe(v.number(), v.integer(), v.minValue(1)), large: Size, small: Size }),
  v.object({ failed: v.picklist(['encrypted', 'broken', 'too_many_pages']), message: v.string() }),
]);

const PROBLEMS = { encrypted: 'encrypted_pdf', broken: 'not_readable', too_many_pages: 'too_many_pages' } as const;

const require = createRequire(import.meta.url);
/** Finds the folder of a package by its entry point. */
const packageFolder = (name: string): string => {
  const entry = require.resolve(name);
  return entry.slice(0, entry.lastIndexOf(join('node_modules', name))) + join('node_modules', name);
};

/**
 * Counts the pages of a PDF and draws the first one, at most 1372 pixels wide (D-112, D-121). The library runs in its own
 * process, in the jail, without `eval`.
 *
 * @throws MediaProblem `encrypted_pdf` (needs a password), `too_many_pages`, `not_readable`, `wrong_type`, `timed_out`, `cancelled`.
 */
export async function renderPdf(jail: Jail, { input, outDir, signal, limits }: PdfRequest): Promise<RenderedPdf> {
  if ((await sniffFile(input)) !== 'pdf') throw new MediaProblem('wrong_type', 'Not a PDF.');
  const child = await realpath(fileURLToPath(new URL('./pdf.child.ts', import.meta.url)));
  const library = await realpath(packageFolder('pdfjs-dist'));
  // The canvas package and its platform binary are in the same folder.
  const canvas = dirname(await realpath(packageFolder('@napi-rs/canvas')));
  const [pdf, out] = await Promise.all([realpath(input), realpath(outDir)]);
  const readable = [child, library, canvas, pdf];

  let printed = '';
  const ended = await jail.run({
    program: process.execPath,
    args: [
      '--permission',
      '--allow-addons',
      ...readable.map((path) => `--allow-fs-read=${path}`),
      `--allow-fs-read=${out}`,
      `--allow-fs-write=${out}`,
      '--disallow-code-generation-from-strings',
      `--max-old-space-size=${HEAP_MB}`,
      '--disable-wasm-trap-handler',
      '--no-warnings',
      child,
      library,
      pdf,
      join(out, LARGE),
      join(out, SMALL),
      String(PDF_PAGES_MAX),
    ],
    readable,
    outDir: out,
    signal,
    limits: { ...LIMITS, ...limits },
    onStdout: (chunk) => {
      printed = (printed + chunk.toString('utf8')).slice(0, 10_000);
    },
  });

  const answer = readAnswer(printed);
  if (answer === null) {
    if (wasStopped(ended)) throw new MediaProblem('cancelled', 'Stopped from outside.');
    const { exitCode, killedBy, stderr } = ended;
    const lastLines = stderr.trim().split('\n').slice(-3).join(' | ').slice(-500);
    throw new MediaProblem('not_readable', `The reader ended with ${killedBy ?? exitCode}: ${lastLines}`);
  }
  if ('failed' in answer) throw new MediaProblem(PROBLEMS[answer.failed], answer.message);
  return {
    pagesCount: answer.pagesCount,
    files: [
      await madeFile(out, LARGE, 'poster', answer.large),
      await madeFile(out, SMALL, 'poster-small', answer.small),
    ],
  };
}

function readAnswer(printed: string): v.InferOutput<typeof Answer> | null {
  const line = printed.trim().split('\n').at(-1) ?? '';
  try {
    const parsed = v.safeParse(Answer, JSON.parse(line));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}
