/** Maximum number of processes for end-to-end tests: the seeded data has separate events for this many (`findOwnEvent`). */
export const maxWorkers = 4;
