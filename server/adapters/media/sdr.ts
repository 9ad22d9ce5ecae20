/**
 * Converts HDR (BT.2020 with the transfer PQ or HLG) to the SDR that every screen shows (BT.709). Only filters that every
 * build of ffmpeg has: `zscale` and `libplacebo` are options of the build. Source: decision 0045.
 */

/** How the light of an HDR video is coded. */
export type HdrTransfer = 'pq' | 'hlg';

/** Light of the brightest level that is kept, and of white paper (ITU-R BT.2408), cd/m². */
const PEAK_NITS = 1000;
const WHITE_NITS = 203;
const PQ_MAX_NITS = 10_000;

/** Constants of SMPTE ST 2084. */
const PQ = { m1: 0.1593017578125, m2: 78.84375, c1: 0.8359375, c2: 18.8515625, c3: 18.6875 };
/** Constants of ARIB STD-B67, and the gamma of a screen of 1000 cd/m². */
const HLG = { a: 0.17883277, b: 0.28466892, c: 0.55991073, gamma: 1.2 };

const VALUE = 'val/maxval';
/** Code values to light; 1 is PEAK_NITS. */
const TO_LIGHT: Readonly<Record<HdrTransfer, string>> = {
  pq: `st(0,pow(${VALUE},${1 / PQ.m2}))*0+min(1,pow(max(ld(0)-${PQ.c1},0)/(${PQ.c2}-${PQ.c3}*ld(0)),${1 / PQ.m1})*${PQ_MAX_NITS / PEAK_NITS})*maxval`,
  hlg: `pow(if(lte(${VALUE},0.5),${VALUE}*${VALUE}/3,(exp((${VALUE}-${HLG.c})/${HLG.a})+${HLG.b})/12),${HLG.gamma})*maxval`,
};

/** Light up to this part of white stays as it is; above it is compressed, so that highlights keep their shape (Möbius). */
const KNEE = 0.3;
const SDR_GAMMA = 2.2;

/** Light to code values of SDR. */
const toCode = (): string => {
  const peak = PEAK_NITS / WHITE_NITS;
  const a = -(KNEE * KNEE * (peak - 1)) / (KNEE * KNEE - 2 * KNEE + peak);
  const b = (KNEE * KNEE - 2 * KNEE * peak + peak) / (peak - 1);
  const scale = (b * b + 2 * b * KNEE + KNEE * KNEE) / (b - a);
  const compressed = `if(lte(ld(0),${KNEE}),ld(0),${scale}*(ld(0)+${a})/(ld(0)+${b}))`;
  return `st(0,${VALUE}*${peak})*0+st(1,${compressed})*0+pow(clip(ld(1),0,1),${1 / SDR_GAMMA})*maxval`;
};

/** Colours of BT.2020 as colours of BT.709, in light (ITU-R BT.2407). */
const COLOURS = '1.6605:-0.5876:-0.0728:0:-0.1246:1.1329:-0.0083:0:-0.0182:-0.1006:1.1187:0';

const table = (expression: string): string => {
  const quoted = expression.replaceAll(',', String.raw`\,`);
  return `lutrgb=r=${quoted}:g=${quoted}:b=${quoted}`;
};

/** Filters that scale an HDR picture to even sides and make it SDR, 8 bits, yuv420p. */
export const toSdr = (
  transfer: HdrTransfer,
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
): string[] => [
  `scale=${widthPx}:${heightPx}:in_color_matrix=bt2020`,
  'format=gbrp16le',
  table(TO_LIGHT[transfer]),
  `colorchannelmixer=${COLOURS}`,
  table(toCode()),
  'scale=out_color_matrix=bt709:out_range=tv',
  'format=yuv420p',
  'setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709:range=tv',
];

/** Options of the encoder that say so in the file: players would show SDR as HDR otherwise. */
export const SDR_OPTIONS = ['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709'];
