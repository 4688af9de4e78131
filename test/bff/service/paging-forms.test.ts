import { describe, expect, it } from 'vitest';
import { ProblemError } from '../../../src/bff/http/problem.ts';
import type { ServiceResponse } from '../../../src/bff/service/client.ts';
import { createPagingForms } from '../../../src/bff/service/paging-forms.ts';
import { errorName } from '../../../src/contract/spec/errors.ts';

const hour = 3_600_000;
const nothing = { limitHeaders: {}, retryAfter: undefined };
const page: ServiceResponse = { status: 200, body: { events: [] }, error: undefined, ...nothing };
const rejects = (code: number, detail?: string, status = 400): ServiceResponse => {
	const msg = detail === undefined ? errorName(code) : `${errorName(code)}: ${detail}`;
	const error = { code, msg, request: 'GET /v2/event/list' };
	return { status, body: error, error, ...nothing };
};

/** A service that responds by `start` and `count`; null where one was not sent. */
function start(respond: (start: string | null, count: string | null) => ServiceResponse) {
	const time = { now: 0 };
	const forms = createPagingForms(() => time.now);
	const sent: string[] = [];
	const read = async (query: string, operation = 'listEvents') => {
		sent.length = 0;
		return forms.read(operation, `/v2/event/list${query}`, async (path) => {
			const { search, searchParams } = new URL(path, 'http://service.invalid');
			sent.push(search);
			return respond(searchParams.get('start'), searchParams.get('count'));
		});
	};
	return { time, read, sent };
}

/** A service whose pages have at most `max` elements, and which rejects a larger count. */
const atMost = (max: number, rejection: () => ServiceResponse) =>
	start((_start, count) => (Number(count) > max ? rejection() : page));

describe('a service that rejects a large count', () => {
	for (const [name, rejection] of Object.entries({
		'with 113, naming it': () => rejects(113, 'count should be at most 50'),
		'with 113, naming nothing': () => rejects(113),
		'with 999': () => rejects(999, 'bad request'),
		'with a code of its own': () => rejects(1002, 'invalid'),
		'with status 422': () => rejects(999, 'status 422', 422),
	}))
		it(`gets a smaller one, at once from then on: ${name}`, async () => {
			const { read, sent } = atMost(50, rejection);
			expect(await read('?loc=1&start=0&count=100')).toBe(page);
			expect(sent).toEqual(['?loc=1&start=0&count=100', '?loc=1&start=0&count=50']);
			expect(await read('?loc=2&start=50&count=100')).toBe(page);
			expect(sent).toEqual(['?loc=2&start=50&count=50']);
			await read('?loc=2&start=0&count=20');
			expect(sent).toEqual(['?loc=2&start=0&count=20']);
		});

	it('gets none where it rejects small ones too, and the start stays', async () => {
		const { read, sent } = atMost(10, () => rejects(113, 'count'));
		await read('?start=0&count=100');
		expect(sent).toEqual(['?start=0&count=100', '?start=0&count=50', '?start=0&count=20', '?start=0']);
		await read('?start=10&count=100');
		expect(sent).toEqual(['?start=10']);
	});

	it('is tried with the large one again after an hour: it may have been changed', async () => {
		const { read, sent, time } = atMost(50, () => rejects(113, 'count'));
		await read('?start=0&count=100');
		time.now += hour;
		await read('?start=0&count=100');
		expect(sent).toEqual(['?start=0&count=100', '?start=0&count=50']);
	});

	it('gets what it accepts by operation: another one may differ', async () => {
		const { read, sent } = atMost(50, () => rejects(113, 'count'));
		await read('?start=0&count=100');
		await read('?start=0&count=100', 'listLocs');
		expect(sent).toEqual(['?start=0&count=100', '?start=0&count=50']);
	});
});

describe('a service that does not know start and count', () => {
	it('gets neither, also for further pages', async () => {
		const { read, sent } = start((from, count) =>
			from === null && count === null
				? page
				: rejects(113, `${from === null ? 'count' : 'start'} is not known`),
		);
		expect(await read('?loc=1&start=0&count=100')).toBe(page);
		expect(sent).toEqual([
			'?loc=1&start=0&count=100',
			'?loc=1&count=100',
			'?loc=1&count=50',
			'?loc=1&count=20',
			'?loc=1',
		]);
		expect(await read('?loc=1&start=20&count=100')).toBe(page);
		expect(sent).toEqual(['?loc=1']);
	});

	it('gets neither where its rejection names nothing', async () => {
		const { read, sent } = start((from, count) => (from === null && count === null ? page : rejects(999)));
		expect(await read('?start=0&count=20')).toBe(page);
		expect(sent).toEqual(['?start=0&count=20', '?start=0', '']);
	});
});

describe('a rejection that is not about paging', () => {
	for (const [name, rejection] of Object.entries({
		'names another parameter': rejects(113, 'day_type should be future'),
		'asks for a token': rejects(102),
		'says that there is no such thing': rejects(107, 'no such city: 100'),
		'is about the limit': rejects(112),
		'is a failure of the service': rejects(999, 'broken', 500),
		'is about the application': rejects(104),
	}))
		it(`is passed on after one call: it ${name}`, async () => {
			const { read, sent } = start(() => rejection);
			expect(await read('?loc=1&day_type=today&start=0&count=100')).toBe(rejection);
			expect(sent).toHaveLength(1);
		});

	it('is passed on as it came first when no form helps', async () => {
		let calls = 0;
		const { read, sent } = start(() => rejects(999, String(calls++)));
		expect((await read('?start=0&count=100')).error?.msg).toBe('unknown: 0');
		expect(sent).toHaveLength(5);
	});

	it('takes one call where the same count and a start were accepted before', async () => {
		let isBroken = false;
		const { read, sent } = start(() => (isBroken ? rejects(113, 'start is beyond the end') : page));
		await read('?start=0&count=100');
		isBroken = true;
		expect((await read('?start=500&count=100')).error?.code).toBe(113);
		expect(sent).toEqual(['?start=500&count=100']);
		isBroken = false;
		await read('?start=100&count=100');
		expect(sent).toEqual(['?start=100&count=100']);
	});

	it('takes one call of a service that fails after hours in which it accepted that', async () => {
		let isBroken = false;
		const { read, sent, time } = start(() => (isBroken ? rejects(999) : page));
		await read('?start=0&count=100');
		time.now += 5 * hour;
		isBroken = true;
		await read('?start=0&count=100');
		expect(sent).toEqual(['?start=0&count=100']);
	});

	it('is about paging where it names a count that was accepted before: the service was changed', async () => {
		let max = 100;
		const { read, sent } = start((_start, count) => (Number(count) > max ? rejects(113, 'count') : page));
		await read('?start=0&count=100');
		max = 50;
		expect(await read('?start=0&count=100')).toBe(page);
		expect(sent).toEqual(['?start=0&count=100', '?start=0&count=50']);
	});

	it('of a later page says nothing about the first one', async () => {
		const { read, sent } = start((from) => (from === '500' ? rejects(113, 'start') : page));
		await read('?start=500&count=100');
		await read('?start=0&count=100');
		expect(sent).toEqual(['?start=0&count=100']);
	});
});

it('a read without start and count, or with a count that is no number, is sent as it is', async () => {
	const rejection = rejects(113, 'count should be a number');
	const { read, sent } = start(() => rejection);
	for (const query of ['', '?loc=1', '?count=many', '?start=0&count=-1']) {
		expect(await read(query)).toBe(rejection);
		expect(sent).toEqual([query]);
	}
});

describe('a page that is too large', () => {
	const tooLarge = () => {
		throw new ProblemError('service_response_too_large', 'too large');
	};

	it('is read in smaller pages, each time, and others are not', async () => {
		const { read, sent } = start((from, count) => (from === '0' && Number(count) > 20 ? tooLarge() : page));
		for (let time = 0; time < 2; time++) {
			expect(await read('?start=0&count=100')).toBe(page);
			expect(sent).toEqual(['?start=0&count=100', '?start=0&count=50', '?start=0&count=20']);
		}
		expect(await read('?start=20&count=100')).toBe(page);
		expect(sent).toEqual(['?start=20&count=100']);
	});

	it('is an error where the smallest is too large as well, or no count was asked for', async () => {
		const { read, sent } = start(tooLarge);
		for (const [query, times] of [
			['?start=0&count=100', 3],
			['?start=0&count=20', 1],
			['?start=20', 1],
		] as const) {
			await expect(read(query)).rejects.toMatchObject({ problem: { reason: 'service_response_too_large' } });
			expect(sent).toHaveLength(times);
		}
	});
});
