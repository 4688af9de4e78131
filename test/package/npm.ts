/** Starts npm on any system. */

/**
 * Windows has no executable file `npm`. So npm is started with the current Node if npm started this process, and with the
 * Windows shell otherwise.
 */
export function npm(args: readonly string[]): { command: string; args: string[]; shell: boolean } {
	const script = process.env.npm_execpath ?? '';
	return script.endsWith('.js')
		? { command: process.execPath, args: [script, ...args], shell: false }
		: { command: 'npm', args: [...args], shell: process.platform === 'win32' };
}
