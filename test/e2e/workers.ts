/** Processes that run end-to-end tests at most: the seeded data has events of their own for so many (`findOwnEvent`). */
export const maxWorkers = 4;
