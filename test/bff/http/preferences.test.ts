import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { preferencesOf } from '../../../src/bff/http/preferences.ts';

const clockOf = (language: string) =>
	preferencesOf({ cookies: {}, headers: { 'accept-language': language } } as unknown as FastifyRequest, 'en')
		.hourCycle;

it('the clock is that of the language that the browser prefers', () => {
	expect([clockOf('en-US,zh;q=0.5'), clockOf('zh-CN'), clockOf('no language')]).toEqual([
		'h12',
		'h23',
		'h23',
	]);
});
