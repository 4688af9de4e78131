import { afterEach, describe, expect, it } from 'vitest';
import { type Locale, locales } from '../../../src/contract/bff-api/preferences.ts';
import type { ProblemReason } from '../../../src/contract/bff-api/problem.ts';
import { errorCodes } from '../../../src/contract/spec/errors.ts';
import { loadMessages } from '../../../src/web/i18n/messages.ts';
import { needsSignIn, ProblemError, ServiceError } from '../../../src/web/shared/errors.ts';
import { formatError, formatErrorCode } from '../../../src/web/shared/format-error.ts';
import { isTransient } from '../../../src/web/shared/query-client.ts';

/** Each message says what a user can do, or, for two codes, that there is nothing to do. */
const advice: Record<Locale, RegExp> = {
	en: /sign in|contact|try again|reload|wait|removed|deleted|no need to sign in/i,
	'zh-Hans': /登录|联系|重试|刷新|再试|删除|注销|不需要/,
	'zh-Hant': /登入|聯絡|再試|重新整理|重試|刪除|不需要/,
	ja: /ログイン|お問い合わせ|お試し|再読み込み|お待ち|削除|必要ありません/,
	ko: /로그인|문의|시도|새로고침|기다리|삭제|갱신할 것이 없/,
	es: /sesión|contacta|inténtalo|cargar|espera|eliminad|nada que renovar/i,
	fr: /connect|contactez|réessayez|rechargez|patientez|supprimé|rien à renouveler/i,
	de: /meld|wende dich|versuch|lade|warte|entfernt|gelöscht|nichts zu erneuern/i,
	'pt-BR': /entre|entrar|fale|tente|recarregue|espere|removid|excluíd|nada a renovar/i,
	ar: /سجّل|تسجيل|تواصل|أعد|حدّث|انتظر|أُزيل|حُذف|لا شيء/,
};

const problem = (reason: ProblemReason, code?: number) =>
	new ProblemError({
		type: 'about:blank',
		title: '',
		status: 502,
		detail: '',
		reason,
		...(code && { code }),
	});

afterEach(() => loadMessages('en'));

describe('error messages (docs/voice.md)', () => {
	it.each(locales)('say for every code what the user can do, in %s', async (locale) => {
		await loadMessages(locale);
		for (const { code } of errorCodes) {
			const sentence = formatErrorCode(code);
			expect([code, advice[locale].test(sentence)]).toEqual([code, true]);
			expect(sentence).toMatch(/[.。]$/);
			expect(sentence).not.toMatch(/please|token|request_uri|session/i);
		}
	});

	it('begin with what failed, even if the cause is unknown', () => {
		const failed = 'Couldn’t save your change.';
		expect(formatError(problem('internal'), failed)).toBe('Couldn’t save your change. Try again.');
		expect(formatError(problem('service_unreachable'), failed)).toBe(
			'Couldn’t save your change. Can’t reach the events service. Try again in a moment.',
		);
		expect(formatError(new Error('a defect'))).toBe('Something went wrong. Try again.');
	});

	it('say that nothing was found when the status says so, whatever the code', () => {
		const absent = (code: number) => formatError(new ServiceError({ code, msg: 'nix da' }, 404));
		for (const code of [107, 113, 999, 4104])
			expect(absent(code)).toBe('Couldn’t find this. It may have been removed.');
		expect(absent(121)).toMatch(/^Couldn’t find this person\./);
	});

	it.each([
		[1, /^\S.* Try again in 1 second\.$/],
		[90, / Try again in 90 seconds\.$/],
		[91, / Try again in 2 minutes\.$/],
		[5_400, / Try again in 90 minutes\.$/],
		[5_401, / Try again in 2 hours\.$/],
	])('give the wait in seconds, in minutes if it is long, or in hours, rounded up: %d', (seconds, text) => {
		expect(formatError(new ServiceError({ code: 111, msg: 'x' }, 400, seconds))).toMatch(text);
	});

	it('mention the hourly limit when the wait is long', () => {
		const wait = (seconds: number) =>
			formatError(new ProblemError(problem('too_many_requests').problem, seconds));
		expect(wait(50)).toBe('Too much at once. Wait a moment. Try again in 50 seconds.');
		expect(wait(3_300)).toBe('You’ve reached the hourly limit. Try again in 55 minutes.');
		const own = problem('overloaded', 111);
		expect(isTransient(own)).toBe(false);
		for (const [error, text] of [
			[own, 'You’ve reached the hourly limit. Try again later.'],
			[problem('overloaded', 112), 'This site has reached its hourly limit. Try again later.'],
			[problem('calls_reserved'), 'This site has reached its hourly limit. Sign in to continue.'],
		] as const)
			expect(formatError(error)).toBe(text);
	});

	it.each([
		[108, 400, true],
		[999, 401, true],
		[1000, 403, false],
		[109, 400, false],
	])('offer to sign in for code %s with status %s: %s', (code, status, offers) => {
		expect(needsSignIn(new ServiceError({ code, msg: 'x' }, status))).toBe(offers);
	});

	it('join sentences without a space in Chinese', async () => {
		await loadMessages('zh-Hans');
		expect(formatError(problem('internal'), '没能保存你的更改。')).toBe('没能保存你的更改。请重试。');
		const limit = new ServiceError({ code: 112, msg: 'x' }, 400, 3_000);
		expect(formatError(limit)).toBe('本站这一小时的用量已达上限。请在50分钟后重试。');
	});
});
