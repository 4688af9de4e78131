/** Runs a command of `daybill` in this process, since each process takes a second of CPU to start. */
import { vi } from 'vitest';

class Exit extends Error {}

/** @returns exit status and what it printed */
export async function runCommand(
	environment: Readonly<Record<string, string>>,
	run: () => Promise<unknown>,
): Promise<{ status: number; output: string }> {
	for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
	let [status, output] = [0, ''];
	const print = (line: string) => {
		output += `${line}\n`;
	};
	const spies = [
		vi.spyOn(console, 'log').mockImplementation(print),
		vi.spyOn(console, 'error').mockImplementation(print),
		vi.spyOn(process, 'exit').mockImplementation((code) => {
			status = Number(code);
			throw new Exit();
		}),
	];
	try {
		await run();
	} catch (error) {
		if (!(error instanceof Exit)) throw error;
	} finally {
		vi.unstubAllEnvs();
		for (const spy of spies) spy.mockRestore();
	}
	return { status, output };
}
