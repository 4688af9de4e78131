/** Properties draw the same values in each run, so that a mutant's result does not depend on chance. */
import fc from 'fast-check';

// Shrinking finds the smallest counterexample; a mutant needs only one.
fc.configureGlobal({ seed: 1, endOnFailure: true });
