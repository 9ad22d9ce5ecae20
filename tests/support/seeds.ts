/**
 * The seed of all random plays in `npm test`, so that a run's result depends on the change alone. `npm run soak` draws new
 * ones. A seed that found a fault goes into a test of its own beside the scenario or property, with a line on what it was.
 */
export const TEST_SEED = 20_261_124;
