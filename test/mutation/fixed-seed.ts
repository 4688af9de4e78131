/** Properties use the same values in each run, so that the result of a mutant is deterministic. */
import fc from 'fast-check';

// Without shrinking, since any counterexample kills a mutant.
fc.configureGlobal({ seed: 1, endOnFailure: true });
