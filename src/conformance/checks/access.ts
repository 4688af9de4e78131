/** Checks of calls with a token, without one and with a wrong one, and of scopes (Spec §5). */
import { operationPath, operations } from '../../contract/spec/operations.ts';
import { NotJudged, type ServiceResponse } from '../call.ts';
import {
	type Check,
	check,
	conforms,
	differs,
	expectStatus,
	type Finding,
	leftOpen,
	showResponse,
} from '../check.ts';
import { judgeCode } from '../judge.ts';
import { knownId } from '../known.ts';
import { codeOf, lacksRight, type Service } from '../service.ts';
import { findEvents } from './write-trial.ts';

const writes = ['joinEvent', 'leaveEvent', 'wishEvent', 'unwishEvent'] as const;
type WriteName = (typeof writes)[number];

/** A write about a known event: about an unknown one, a service may report that first. */
const callWrite = async (service: Service, name: WriteName, headers: Record<string, string>) =>
	service.call(operationPath(name, { id: await knownId(service, 'eventId') }), {
		method: operations[name].method,
		headers,
	});

const badToken = { authorization: 'Bearer no-such-token' };

const isAccepted = ({ status }: ServiceResponse) => status >= 200 && status < 300;

/**
 * Tries all four writes with the read-only token, on an event without a relation to the user. What a service accepts is
 * undone.
 */
const tryReadOnly = (service: Service): Promise<Readonly<Record<WriteName, ServiceResponse>>> =>
	service.once('scopes', async () => {
		const { readOnlyToken } = service.options;
		const writeToken = service.writeToken();
		const [event] = await findEvents(service);
		const send = (name: WriteName, token = readOnlyToken) =>
			service.call(operationPath(name, { id: event.id }), { method: operations[name].method, token });
		const pair = async (does: WriteName, undoes: WriteName) => {
			const [done, undone] = [await send(does), await send(undoes)];
			const stays = isAccepted(done) && !isAccepted(undone);
			if (stays && !isAccepted(await send(undoes, writeToken)))
				service.notes.push(`event ${event.id} may still have the user of --read-only-token`);
			return [done, undone] as const;
		};
		const [joinEvent, leaveEvent] = await pair('joinEvent', 'leaveEvent');
		const [wishEvent, unwishEvent] = await pair('wishEvent', 'unwishEvent');
		return { joinEvent, leaveEvent, wishEvent, unwishEvent };
	});

const requireReadOnlyToken = ({ options }: Service): string => {
	if (options.readOnlyToken === null) throw new NotJudged('needs --read-only-token');
	return options.readOnlyToken;
};

/** Which call needs which scope is left open but for what the names say: a token to read does not write. */
function judgeReadOnly(response: ServiceResponse): Finding[] {
	if (isAccepted(response)) {
		const expected = 'HTTP 400 with code 108 or 109, since the token has not the scope event_basic_w';
		return [differs(expected, showResponse(response), response)];
	}
	const isRejected = response.status === 400 && lacksRight.includes(codeOf(response));
	return isRejected ? [conforms] : judgeCode(response, []);
}

async function judgeScheme(service: Service): Promise<Finding> {
	if (!service.options.baseUrl.startsWith('http:')) throw new NotJudged('{base_url} is https');
	try {
		const response = await service.call(operationPath('joinEvent', { id: '1' }), { method: 'POST' });
		return leftOpen(`this URL is plain HTTP, and the response is ${codeOf(response) ?? response.status}`);
	} catch (error) {
		// A call over plain HTTP that fails with 100 is not judged elsewhere; here it is what is expected.
		if (error instanceof NotJudged && error.message.includes('(100)')) return conforms;
		throw error;
	}
}

export const accessChecks: readonly Check[] = [
	...writes.flatMap((name) => {
		const { method } = operations[name];
		return [
			check('5', `${name}.without-token`, `${method} without a token fails with 102`, async (service) =>
				judgeCode(await callWrite(service, name, {}), [102]),
			),
			check(
				'5',
				`${name}.bad-token`,
				`${method} with a token that does not exist fails with 103`,
				async (service) => judgeCode(await callWrite(service, name, badToken), [103]),
			),
		];
	}),
	check(
		'5',
		'token.other-scheme',
		'a write with an Authorization header that is not Bearer fails with 102 or 103',
		async (service) =>
			judgeCode(await callWrite(service, 'wishEvent', { authorization: 'Basic bm86b25l' }), [102, 103]),
	),
	check('5', 'reads.without-token', 'which calls need a token is left open', async (service) => {
		const response = await service.call(operationPath('listLocs'));
		return response.status === 200 ? leftOpen('the city list needs none') : judgeCode(response, []);
	}),
	check(
		'5',
		'reads.bad-token',
		'whether a read with a token that does not exist fails is left open',
		async (service) => {
			const response = await service.call(operationPath('listLocs'), { headers: badToken });
			return response.status === 200 ? leftOpen('the token is ignored') : judgeCode(response, [103]);
		},
	),
	check(
		'5',
		'scheme.http',
		'calls that need authorization use HTTPS: over plain HTTP they fail with 100',
		judgeScheme,
	),
	check(
		'5',
		'token.read',
		'a call with a good token in the Authorization header succeeds',
		async (service) => {
			const token = service.accessToken();
			return expectStatus(await service.call(operationPath('listLocs'), { token }), 200);
		},
	),
	check('5', 'scope.read', 'a token of the scope event_basic_r reads', async (service) => {
		const token = requireReadOnlyToken(service);
		const response = await service.call(operationPath('listLocs'), { token });
		return response.status === 200 ? conforms : judgeCode(response, []);
	}),
	...writes.map((name) =>
		check(
			'5',
			`scope.${name}`,
			`${name} with a token of the scope event_basic_r only is rejected`,
			async (service) => {
				requireReadOnlyToken(service);
				return judgeReadOnly((await tryReadOnly(service))[name]);
			},
		),
	),
];
