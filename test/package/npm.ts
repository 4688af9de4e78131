/** Starts npm on any system. */

/**
 * Windows has no executable `npm`. If npm started this process, its script runs in the current Node;
 * otherwise `npm` runs in a shell on Windows.
 */
export function npm(args: readonly string[]): { command: string; args: string[]; shell: boolean } {
	const script = process.env.npm_execpath ?? '';
	return script.endsWith('.js')
		? { command: process.execPath, args: [script, ...args], shell: false }
		: { command: 'npm', args: [...args], shell: process.platform === 'win32' };
}
