import { demoNumber } from '../ids.ts';

const SAMPLE_RATE_HZ = 22_050;

/** Notes of four chords, in halftones above the root. */
const CHORDS = [
  [0, 4, 7, 12],
  [-3, 0, 4, 9],
  [5, 9, 12, 17],
  [7, 11, 14, 19],
] as const;
const CHORD_SECONDS = 2;
const PLUCK_SECONDS = 0.25;

/** Soft chords and plucked notes: the music under a film. */
const musicAt = (t: number, rootHz: number): number => {
  const chord = CHORDS[Math.floor(t / CHORD_SECONDS) % CHORDS.length]!;
  const inChord = t % CHORD_SECONDS;
  const swell = Math.min(1, inChord * 3, (CHORD_SECONDS - inChord) * 3);
  const tone = (halftones: number, octave = 1) => Math.sin(2 * Math.PI * rootHz * octave * 2 ** (halftones / 12) * t);
  const pad = (tone(chord[0]) + tone(chord[1]) + tone(chord[2])) * 0.07 * swell;
  const pluck = Math.floor(t / PLUCK_SECONDS);
  const since = t % PLUCK_SECONDS;
  const note = chord[(pluck * 3 + Math.floor(pluck / 8)) % 4]!;
  const ring = Math.exp(-since * 11) * Math.min(1, since * 300);
  return pad + (tone(note, 2) + 0.3 * tone(note, 4)) * ring * 0.16;
};

/** First two resonances of vowels, Hz. */
const VOWELS = [
  [730, 1090],
  [530, 1840],
  [270, 2290],
  [570, 840],
  [300, 870],
  [490, 1350],
] as const;
const HARMONICS = 18;

interface Syllable {
  from: number;
  to: number;
  pitchHz: number;
  gains: readonly number[];
}

/** Syllables with pauses between phrases, of somebody who explains; no words. */
const syllablesOf = (seed: string, seconds: number): Syllable[] => {
  const voiceHz = 95 + demoNumber(`voice ${seed}`, 95);
  const syllables: Syllable[] = [];
  let at = 0.4;
  for (let index = 0; at < seconds - 0.4; index += 1) {
    const pick = (what: string, below: number) => demoNumber(`${what} ${seed} ${index}`, below);
    const length = 0.11 + pick('length', 14) / 100;
    const [first, second] = VOWELS[pick('vowel', VOWELS.length)]!;
    const pitchHz = voiceHz * (0.9 + pick('pitch', 26) / 100);
    const gains = Array.from({ length: HARMONICS }, (_, harmonic) => {
      const hz = pitchHz * (harmonic + 1);
      return 1 / (1 + ((hz - first) / 90) ** 2) + 0.5 / (1 + ((hz - second) / 140) ** 2);
    });
    syllables.push({ from: at, to: at + length, pitchHz, gains });
    at += length + 0.03 + (pick('pause', 7) === 0 ? 0.35 + pick('rest', 40) / 100 : 0);
  }
  return syllables;
};

const voiceAt = (t: number, { from, to, pitchHz, gains }: Syllable): number => {
  const part = (t - from) / (to - from);
  const loud = Math.sin(Math.PI * part) ** 0.6;
  const base = 2 * Math.PI * pitchHz * (1 - 0.05 * part) * (t - from);
  let sum = 0;
  for (let harmonic = 0; harmonic < gains.length; harmonic += 1)
    sum += gains[harmonic]! * Math.sin(base * (harmonic + 1));
  return sum * loud * 0.16;
};

/** A second of quiet and then louder music at both ends of a talk. */
const jingle = (t: number, seconds: number): number => Math.max(0, 1 - t / 2.5, 1 - (seconds - t) / 2.5);

/** Samples of the sound of an item: music under a film; somebody's voice, with music at its ends, for a talk. */
const samplesOf = (seed: string, seconds: number, isTalk: boolean): Int16Array => {
  const rootHz = 110 * 2 ** (demoNumber(`root ${seed}`, 8) / 12);
  const syllables = isTalk ? syllablesOf(seed, seconds) : [];
  let next = 0;
  return Int16Array.from({ length: Math.round(seconds * SAMPLE_RATE_HZ) }, (_, at) => {
    const t = at / SAMPLE_RATE_HZ;
    while (syllables[next] && t >= syllables[next]!.to) next += 1;
    const syllable = syllables[next];
    const voice = syllable && t >= syllable.from ? voiceAt(t, syllable) : 0;
    const fade = Math.min(1, t * 2, (seconds - t) * 2);
    const music = musicAt(t, rootHz) * (isTalk ? jingle(t, seconds) : 1);
    return Math.max(-1, Math.min(1, voice + music * fade)) * 30_000;
  });
};

/** A WAV file of an item's sound; the same for the same seed. */
export const wavOf = (seed: string, seconds: number, isTalk: boolean): Buffer => {
  const samples = samplesOf(seed, seconds, isTalk);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.byteLength, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(SAMPLE_RATE_HZ, 24);
  head.writeUInt32LE(SAMPLE_RATE_HZ * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.byteLength, 40);
  return Buffer.concat([head, Buffer.from(samples.buffer)]);
};
