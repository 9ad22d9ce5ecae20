/** Frames after which a test goes on, so that its assertion says what is wrong: half a minute of them. */
const FRAMES_MAX = 1_800;

export const passFrames = async (count: number): Promise<void> => {
  for (let frame = 0; frame < count; frame += 1) await new Promise(requestAnimationFrame);
};

/** Waits frame by frame while the clock is faked, which `expect.poll` and the actions of locators advance. */
export const untilFrame = async (isSo: () => boolean): Promise<void> => {
  for (let frame = 0; frame < FRAMES_MAX && !isSo(); frame += 1) await passFrames(1);
};
