/** The texts of the sandbox's own pages, in the language that the browser requests. */
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { ListedType } from '../../contract/spec/filters.ts';

const en = {
	signIn: 'Sign in',
	signInFor: 'Sign in to continue to {application}',
	signInForConsents: 'Sign in to see what you have allowed',
	userName: 'User name',
	password: 'Password',
	demoAccounts: 'Demo accounts:',
	signedInAs: 'You’re signed in as {name}.',
	missing: 'Enter your user name and your password.',
	wrongPassword: 'Wrong user name or password. Try again.',
	tooManyAttempts: 'Too many attempts. Wait a moment, then try again.',
	blocked: 'This account is blocked.',
	locked: 'This account is locked.',
	gone: 'This account doesn’t exist any more.',
	unusable: 'This account can’t sign in.',
	code: 'Code {code}',
	allowTitle: 'Allow {application}?',
	allowHeading: 'Allow {application} to use your account?',
	continueTo: 'Continue to {application}?',
	wants: '{application} wants to:',
	read: 'see events, and which ones you’re going to or interested in',
	write: 'join and leave events for you, and mark what you’re interested in',
	allow: 'Allow',
	goOn: 'Continue',
	deny: 'Deny',
	otherAccount: 'Use another account',
	signOut: 'Sign out',
	allowed: 'What you have allowed',
	noneAllowed: 'No application may use your account.',
	withdraw: 'Withdraw from {application}',
	notFound: 'Page not found',
	notFoundText: 'It doesn’t exist, or it’s private.',
	signInToSee: 'Sign in to see your private events',
	when: 'When',
	where: 'Where',
	by: 'By',
	type: 'Type',
	number: 'Identifier',
	going: 'Going',
	interested: 'Interested',
	eventsOf: '{name}’s events',
	noEvents: 'No events yet.',
	more: 'And {count} more.',
	types: {
		music: 'Music',
		film: 'Film',
		drama: 'Drama',
		commonweal: 'Community',
		salon: 'Talks',
		exhibition: 'Exhibitions',
		party: 'Parties',
		sports: 'Sports',
		travel: 'Travel',
		others: 'Other',
	} satisfies Record<ListedType, string>,
};

/** The sandbox's languages. It simulates a service, so it has fewer than Daybill. */
export type PageLocale = 'en' | 'zh-Hans';

/** Placeholders such as `{application}` are for `fill`. */
export type PageWords = typeof en & {
	locale: PageLocale;
};

const zhHans: typeof en = {
	signIn: '登录',
	signInFor: '登录后继续使用 {application}',
	signInForConsents: '登录后查看你的授权',
	userName: '用户名',
	password: '密码',
	demoAccounts: '演示账号：',
	signedInAs: '当前登录的账号是 {name}。',
	missing: '请输入用户名和密码。',
	wrongPassword: '用户名或密码不正确，请重试。',
	tooManyAttempts: '尝试次数太多，请稍后再试。',
	blocked: '这个账号已被封禁。',
	locked: '这个账号已被锁定。',
	gone: '这个账号已经不存在。',
	unusable: '这个账号无法登录。',
	code: '错误码 {code}',
	allowTitle: '授权 {application}？',
	allowHeading: '允许 {application} 使用你的账号吗？',
	continueTo: '继续使用 {application}？',
	wants: '{application} 想要：',
	read: '查看活动，以及你要参加和感兴趣的活动',
	write: '替你参加、取消参加活动，标记你感兴趣的活动',
	allow: '同意授权',
	goOn: '继续',
	deny: '拒绝',
	otherAccount: '换个账号',
	signOut: '退出登录',
	allowed: '你的授权',
	noneAllowed: '没有应用可以使用你的账号。',
	withdraw: '取消对 {application} 的授权',
	notFound: '页面不存在',
	notFoundText: '它不存在，或者是私密的。',
	signInToSee: '登录后查看你的私密活动',
	when: '时间',
	where: '地点',
	by: '发起人',
	type: '类型',
	number: '编号',
	going: '参加',
	interested: '感兴趣',
	eventsOf: '{name}的活动',
	noEvents: '还没有活动。',
	more: '还有 {count} 场。',
	types: {
		music: '音乐',
		film: '电影',
		drama: '戏剧',
		commonweal: '公益',
		salon: '讲座',
		exhibition: '展览',
		party: '聚会',
		sports: '运动',
		travel: '旅行',
		others: '其他',
	},
};

/** Chinese of any script and region gets simplified characters. */
const words: Readonly<Record<'en' | 'zh', PageWords>> = {
	en: { ...en, locale: 'en' },
	zh: { ...zhHans, locale: 'zh-Hans' },
};

/** Accept-Language (RFC 9110 §12.5.4) determines the language. */
export const pageWordsFor = ({ headers }: Pick<FastifyRequest, 'headers'>): PageWords =>
	new Negotiator({ headers }).language(Object.keys(words)) === 'zh' ? words.zh : words.en;
