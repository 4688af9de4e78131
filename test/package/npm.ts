/** How npm is started on any system. */

/**
 * Windows has no executable file `npm`. So npm is started by the Node that runs this, where npm started this, and by the
 * shell of Windows elsewhere.
 */
export function npm(args: readonly string[]): { command: string; args: string[]; shell: boolean } {
	const script = process.env.npm_execpath ?? '';
	return script.endsWith('.js')
		? { command: process.execPath, args: [script, ...args], shell: false }
		: { command: 'npm', args: [...args], shell: process.platform === 'win32' };
}
