import type { Call, OutputOf } from '#contract/call.ts';
import { STORED_SHAPES_MARK } from '#contract/stored-shapes-mark.ts';

/** Stored with an answer: the shapes of the build that stored it. Absent in what builds up to the shipped 1.1.12 stored. */
export interface ShapeMark {
  shapes?: string;
}

/** The mark of this build, for what it stores. */
export const SHAPE_MARK: Required<ShapeMark> = { shapes: STORED_SHAPES_MARK };

/**
 * The stored answer of a call as this build reads it, also if another build stored it.
 *
 * @returns Undefined if there is none that can be shown: it is fetched again.
 */
export const readStored = async <C extends Call>(
  call: Pick<C, 'id'>,
  answer: unknown,
  { shapes }: ShapeMark,
): Promise<OutputOf<C> | undefined> => {
  if (answer === undefined || shapes === STORED_SHAPES_MARK) return answer as OutputOf<C> | undefined;
  const { fitAnswer } = await import('./fit-stored.ts');
  return fitAnswer<C>(call, answer);
};
