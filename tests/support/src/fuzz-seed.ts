/**
 * The seed of all generated requests and values, the same in every run unless FUZZ_SEED sets another: a
 * failure that depends on the seed would fail a run that did not cause it.
 */
export const fuzzSeed = Number(process.env.FUZZ_SEED ?? 20_261_125);
