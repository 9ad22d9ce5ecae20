import { useEffect, useEffectEvent, useState } from 'react';
import { EDITOR_DEBOUNCE_MS } from '#contract/limits.ts';
import { keptPart, moveEdge, type Edge, type Part } from './edit-times.ts';

export interface ChosenPart {
  /** Where the handles are. */
  shown: Part;
  /** The same after a pause: what the player and the fields follow. Source: VID-006, D-139. */
  settled: Part;
  /** The edge that was moved last. */
  edge: Edge;
  isWhole: boolean;
  move(edge: Edge, ms: number): void;
  reset(): void;
}

export interface KeptPart {
  /** What was chosen in an earlier visit. */
  part: Part | undefined;
  /** Keeps what is chosen; undefined is all of the video. */
  keep: (part: Part | undefined) => void;
}

/** The chosen part of the video; initially the kept one, else the whole video. */
export const usePart = (durationMs: number, kept: KeptPart): ChosenPart => {
  const [shown, setShown] = useState<Part>(() => keptPart(kept.part, durationMs) ?? { startMs: 0, endMs: durationMs });
  const [settled, setSettled] = useState(shown);
  const isWhole = shown.startMs === 0 && shown.endMs === durationMs;
  const [edge, setEdge] = useState<Edge>('start');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(shown), EDITOR_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  const keep = useEffectEvent(() => kept.keep(isWhole ? undefined : shown));
  useEffect(() => keep(), [settled]);
  return {
    shown,
    settled,
    edge,
    isWhole,
    move(moved, ms) {
      setEdge(moved);
      setShown((part) => moveEdge(part, moved, ms, durationMs));
    },
    reset() {
      setEdge('start');
      setShown({ startMs: 0, endMs: durationMs });
    },
  };
};
