import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../bff/start-bff.ts';
import { type Program, startProgram } from '../program.ts';

/** Starts the script of `npm start`, with data of its own, until the test ends. */
export async function startCommand(environment: Readonly<Record<string, string>>): Promise<Program> {
	const program = startProgram(['src/cli/start.ts'], {
		environment: { DATA_DIR: await temporaryFolder(), ...environment },
	});
	onTestFinished(async () => void (await program.stop()));
	return program;
}
