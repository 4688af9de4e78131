/** Judging what people change while a service is checked: a number, and what it counts, are two responses. */
import type { Finding } from '../check.ts';
import type { Service } from '../service.ts';

/** On a busy service, the numbers of a popular event can change between two reads more than once. */
const maxTimes = 3;

/**
 * @param judge reads and compares
 * @returns the findings of the first time without a difference, else of the last time: a real difference is there each time
 */
export async function readAgain(
	service: Service,
	judge: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
	for (let time = 1; ; time++) {
		const findings = await judge();
		if (time === maxTimes || findings.every(({ verdict }) => verdict !== 'differs')) return findings;
		service.forget();
	}
}
