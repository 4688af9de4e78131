/** The resident memory of a BFF process after a rush: lists, searches and events for 200,000 different visitors. */
import { readFileSync } from 'node:fs';
import { Pool } from 'undici';
import { apiPath } from '../../src/contract/bff-api/api.ts';
import { csrfHeader } from '../../src/contract/bff-api/session-headers.ts';
import type { ValueOf } from '../../src/contract/bff-api/values.ts';
import { pagePath } from '../../src/contract/paths.ts';
import { dayTypes, eventTypes } from '../../src/contract/spec/filters.ts';
import { publicUrl } from '../bff/settings-for.ts';
import { startBuiltBff } from './built-bff.ts';
import { judged, report } from './report.ts';

const headers = { host: new URL(publicUrl).host, [csrfHeader]: '1' };

/** The address of a visitor, by number. */
const addressOf = (visitor: number) =>
	`10.${[visitor >> 16, visitor >> 8, visitor].map((part) => part & 255).join('.')}`;

/** Resident memory of a process in megabytes. */
const memoryOf = (pid: number | undefined) =>
	Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** @param visitors request once each, sixteen at a time @returns whether the budget was met */
export async function run({ visitors = 200_000 }: { visitors?: number } = {}): Promise<boolean> {
	await using stack = new AsyncDisposableStack();
	const bff = await startBuiltBff(stack, {
		visitorLimits: { perAddress: 1_200, perSession: 300 },
		visitorCalls: 250,
		trustProxy: ['127.0.0.1'],
	});
	const pool = new Pool(bff.origin, { connections: 16 });
	stack.defer(() => pool.destroy());
	const get = async (target: string, visitor = 0) => {
		const { statusCode, body } = await pool.request({
			method: 'GET',
			path: target,
			headers: { ...headers, 'x-forwarded-for': addressOf(visitor) },
		});
		if (statusCode !== 200) throw new Error(`${target} responds with ${statusCode}`);
		return body.text();
	};
	const lists = dayTypes.flatMap((day_type) =>
		eventTypes.map((type) => ({ loc: '108288', day_type, type, start: 0, count: 20 })),
	);
	const paths = [pagePath.city('beijing')];
	for (const parameters of lists) {
		const list = apiPath({ operation: 'listEvents', parameters });
		const { items } = JSON.parse(await get(list)) as ValueOf<'listEvents'>;
		paths.push(list, ...items.slice(0, 3).map(({ id }) => pagePath.event(id)));
	}
	let sent = 0;
	// Every twentieth visitor searches: a search takes ten times as long as a page.
	const pathFor = (visitor: number) =>
		visitor % 20 === 0
			? `${pagePath.search('beijing')}?q=music&price=${(visitor / 20) % 1_000}`
			: paths[visitor % paths.length];
	const visit = async () => {
		while (sent < visitors) {
			const visitor = sent++;
			await get(pathFor(visitor) ?? '/', visitor);
		}
	};
	await Promise.all(Array.from({ length: 16 }, visit));
	return report('memory', [judged('processMemory', memoryOf(bff.pid))]);
}
