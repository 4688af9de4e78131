/** Properties use the same values in each run, so that the result of a mutant is deterministic. */
import fc from 'fast-check';

// Shrinking finds the smallest counterexample; a mutant needs only one.
fc.configureGlobal({ seed: 1, endOnFailure: true });
