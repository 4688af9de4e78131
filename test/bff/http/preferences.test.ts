import type { FastifyRequest } from 'fastify';
import { expect, it, vi } from 'vitest';
import { preferencesOf } from '../../../src/bff/http/preferences.ts';

const clockOf = (language: string) =>
	preferencesOf({ cookies: {}, headers: { 'accept-language': language } } as unknown as FastifyRequest, 'en')
		.hourCycle;

/** Tags of languages that nobody speaks, each another one. */
const tag = (index: number) => `q${String.fromCharCode(97 + (index % 26), 97 + Math.floor(index / 26))}`;

it('the clocks of 200 languages are remembered, and those that were asked for longest ago are found out again', () => {
	const format = vi.spyOn(Intl, 'DateTimeFormat');
	for (let index = 0; index <= 200; index++) clockOf(tag(index));
	expect(format).toHaveBeenCalledTimes(201);
	format.mockClear();
	clockOf(tag(200));
	clockOf(tag(1));
	expect(format).not.toHaveBeenCalled();
	clockOf(tag(0));
	expect(format).toHaveBeenCalledTimes(1);
});

it('the clock is that of the language that the browser prefers', () => {
	expect([clockOf('en-US,zh;q=0.5'), clockOf('zh-CN'), clockOf('no language')]).toEqual([
		'h12',
		'h23',
		'h23',
	]);
});
