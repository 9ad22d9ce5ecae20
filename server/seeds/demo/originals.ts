import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { demoNumber } from './ids.ts';
import type { DemoItem } from './items.ts';
import { PDF_PAGES } from './pdf-texts.ts';
import { writePdf } from './pdf.ts';

/** Two colours of each sport's playing surface. */
const GROUNDS: Readonly<Record<string, readonly [string, string]>> = {
  soccer: ['0x2f7d4f', '0x14532d'],
  basketball: ['0xd08c4a', '0x8a4b1f'],
  'ice-hockey': ['0xdcecf5', '0x7fb0cf'],
  tennis: ['0xb5562b', '0x7a3117'],
  baseball: ['0x9c7443', '0x3f6b3a'],
  swimming: ['0x2aa5c9', '0x0b5c84'],
};
const SIZE = { width: 426, height: 240 };

/** Makes the original of an item: a video of a ball moving over the playing surface, a chord, or a PDF. */
export const makeOriginal = async (ffmpegPath: string, item: DemoItem, sport: string, file: string): Promise<void> => {
  if (item.type === 'text') return writeFile(file, writePdf(PDF_PAGES[item.key] ?? [[item.title]]));
  const args = item.type === 'video' ? videoArgs(item, sport) : audioArgs(item);
  await promisify(execFile)(ffmpegPath, ['-v', 'error', '-nostdin', '-y', ...args, file], { timeout: 60_000 });
};

const chord = (key: string, seconds: number): string => {
  const root = 110 * 2 ** (demoNumber(`tone ${key}`, 12) / 12);
  const voices = [1, 1.25, 1.5].map((ratio) => `sin(2*PI*${(root * ratio).toFixed(2)}*t)`).join('+');
  return `aevalsrc=exprs='0.08*(${voices})*(0.6+0.4*sin(2*PI*0.5*t))':s=44100:d=${seconds}`;
};

const videoArgs = ({ key, seconds = 10 }: DemoItem, sport: string): string[] => {
  const [light, dark] = GROUNDS[sport] ?? GROUNDS['soccer']!;
  const [across, up] = [0.6 + demoNumber(`x ${key}`, 9) / 10, 0.9 + demoNumber(`y ${key}`, 11) / 10];
  const start = demoNumber(`start ${key}`, 30) / 10;
  const { width, height } = SIZE;
  const lines = `drawbox=12:12:${width - 24}:${height - 24}:white@0.7:2,drawbox=${width / 2}:12:2:${height - 24}:white@0.7:fill,drawbox=${width / 2 - 45}:${height / 2 - 45}:90:90:white@0.4:2`;
  const ball = "color=white:s=20x20:r=25,format=rgba,geq=r=255:g=250:b=235:a='if(lte(hypot(X-9.5,Y-9.5),9),255,0)'";
  return [
    '-f',
    'lavfi',
    '-i',
    `gradients=s=${width}x${height}:r=25:c0=${light}:c1=${dark}:n=2:seed=${demoNumber(key, 1000)}:speed=0.008:d=${seconds}`,
    '-f',
    'lavfi',
    '-i',
    ball,
    '-f',
    'lavfi',
    '-i',
    chord(key, seconds),
    '-filter_complex',
    `[0]${lines}[field];[field][1]overlay=x='(W-w)*(0.5+0.45*sin(${across}*t+${start}))':y='(H-h)*(0.5+0.42*sin(${up}*t))':shortest=1[v]`,
    '-map',
    '[v]',
    '-map',
    '2:a',
    '-t',
    String(seconds),
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-crf',
    '27',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
    '-b:a',
    '64k',
    '-movflags',
    '+faststart',
  ];
};

const audioArgs = ({ key, seconds = 10 }: DemoItem): string[] => [
  '-f',
  'lavfi',
  '-i',
  chord(key, seconds),
  '-ac',
  '1',
  '-b:a',
  '64k',
];
