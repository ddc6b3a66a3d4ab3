// Loaded before tests: fast-check generates the same values in every run.
import { configureGlobal } from 'fast-check';
import { fuzzSeed } from './fuzz-seed.ts';

configureGlobal({ seed: fuzzSeed });
