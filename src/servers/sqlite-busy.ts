import { ConstantBackoff, handleWhen, retry } from 'cockatiel';

/** Whether another program is writing: SQLITE_BUSY is the low byte of the error code. */
const isBusy = (error: unknown) => ((error as { errcode?: number }).errcode ?? 0) % 256 === 5;

/** Tries a statement again while another program writes. If SQLite itself waited, it would block all requests. */
export const whileBusy = (maxAttempts: number, pauseMs: number) =>
	retry(handleWhen(isBusy), { maxAttempts, backoff: new ConstantBackoff(pauseMs) });
