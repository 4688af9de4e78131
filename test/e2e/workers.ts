/** Maximum number of processes; the seeded data has separate events for this many (`findOwnEvent`). */
export const maxWorkers = 4;
