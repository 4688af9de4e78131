/**
 * Checks of scopes (Spec §5, §8), with a second token that has `event_basic_r` only. Which call needs which scope is left
 * open but for what the names say: a token to read does not write.
 */
import { operationPath } from '../../contract/spec/operations.ts';
import type { ServiceResponse } from '../call.ts';
import { type Check, conforms, differs, type Finding, notTried, showResponse } from '../check.ts';
import { judgeCode } from '../error-code.ts';
import { codeOf, type Service } from '../service.ts';
import { findEvents } from './write-trial.ts';

const writes = ['joinEvent', 'leaveEvent', 'wishEvent', 'unwishEvent'] as const;
type WriteName = (typeof writes)[number];

/** The response to each write with the read-only token; null where it cannot be tried. */
type ScopeTrial = Readonly<Record<WriteName, ServiceResponse>> | null;

const isAccepted = ({ status }: ServiceResponse) => status >= 200 && status < 300;

/** Tries all four writes on an event without a relation to the user. What a service accepts is undone. */
const tryWrites = (service: Service): Promise<ScopeTrial> =>
	service.once('scopes', async () => {
		const { readOnlyToken } = service.options;
		const [event] = readOnlyToken === null ? [] : await findEvents(service);
		if (event === undefined) return null;
		const send = (name: WriteName, token = readOnlyToken) =>
			service.call(operationPath(name, { id: event.id }), {
				method: name === 'joinEvent' || name === 'wishEvent' ? 'POST' : 'DELETE',
				token,
			});
		const pair = async (does: WriteName, undoes: WriteName) => {
			const done = await send(does);
			const undone = await send(undoes);
			const stays = isAccepted(done) && !isAccepted(undone);
			if (stays && !isAccepted(await send(undoes, service.tokens.access)))
				service.notes.push(`event ${event.id} may still have the user of --read-only-token`);
			return [done, undone] as const;
		};
		const [joinEvent, leaveEvent] = await pair('joinEvent', 'leaveEvent');
		const [wishEvent, unwishEvent] = await pair('wishEvent', 'unwishEvent');
		return { joinEvent, leaveEvent, wishEvent, unwishEvent };
	});

function judgeWrite(response: ServiceResponse): Finding[] {
	if (isAccepted(response))
		return [
			differs(
				'HTTP 400 with code 108 or 109, since the token has not the scope event_basic_w',
				showResponse(response),
				response,
			),
		];
	const code = codeOf(response);
	return response.status === 400 && (code === 108 || code === 109) ? [conforms] : judgeCode(response, []);
}

export const scopeChecks: readonly Check[] = [
	{
		id: 'scope.read',
		section: '5',
		states: 'a token of the scope event_basic_r reads',
		run: async (service) => {
			const token = service.options.readOnlyToken;
			if (token === null) return [notTried('needs --read-only-token')];
			const response = await service.call(operationPath('listLocs'), { token });
			return response.status === 200 ? [conforms] : judgeCode(response, []);
		},
	},
	...writes.map(
		(name): Check => ({
			id: `scope.${name}`,
			section: '5',
			states: `${name} with a token of the scope event_basic_r only is rejected`,
			needs: 'write',
			run: async (service) => {
				if (service.options.readOnlyToken === null) return [notTried('needs --read-only-token')];
				const trial = await tryWrites(service);
				return trial === null
					? [notTried('needs an event that lasts until tomorrow')]
					: judgeWrite(trial[name]);
			},
		}),
	),
];
