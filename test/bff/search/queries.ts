/** Queries that measure the search, each with a pattern for the events that fit it, applied to type, title, place and owner as one text. */
export interface Query {
	q: string;
	fits: RegExp;
}

const rows = (fits: RegExp, ...queries: string[]): Query[] => queries.map((q) => ({ q, fits }));

/** The first twenty results should contain the words. */
export const wordQueries: readonly Query[] = [
	// Chinese: whole words, parts of a word, words in another order, and a single character.
	...rows(/钢琴独奏会/, '钢琴独奏会'),
	...rows(/独奏/, '独奏'),
	...rows(/图书漂流/, '漂流 图书'),
	...rows(/琴/, '琴'),
	// With a wrong, a missing and a swapped character.
	...rows(/钢琴独奏会/, '钢琴独走会'),
	...rows(/看不见的城市/, '看不见城市'),
	...rows(/老城漫游/, '老城慢游'),
	// Both languages in one query.
	...rows(/Ellington to Sun Ra/, 'Ellington 派对'),
	// English: whole words, without accents, in full width, and a prefix.
	...rows(/late set/i, 'late set'),
	...rows(/repair café/i, 'repair cafe'),
	...rows(/quartet/i, 'ＱＵＡＲＴＥＴ'),
	...rows(/frisbee/i, 'frisb'),
	// With typos.
	...rows(/quartet/i, 'quartett'),
	...rows(/frisbee/i, 'fribsee'),
	...rows(/bouldering/i, 'bouldring'),
	...rows(/kiarostami/i, 'Kiarstami'),
];

/** The first three results must mean the same, in any language. */
export const meaningQueries: readonly Query[] = [
	...rows(/^music /, 'concert', '音乐会', 'concierto', 'Konzert', 'コンサート', 'konzrt'),
	...rows(/^film /, 'movies', '影片', 'pelicula', 'docummentary'),
	...rows(/^exhibition |摄影|艺术区|美术馆|博物馆|museum|gallery|展/i, 'museum', '美术馆', 'Ausstellung'),
	...rows(/^exhibition |展/, 'exibition'),
	...rows(/徒步|登山|慢行|day trip|hike/i, 'hiking', '登山', 'senderismo', 'Wanderung', 'ハイキング'),
	...rows(/football|足球/i, 'football', 'fútbol', 'Fußball', '足球', 'サッカー'),
	...rows(/kids|children|儿童|亲子|family/i, 'kids', 'niños', 'Kinder', '子供'),
	...rows(/copper house/i, 'copper house', 'coper house'),
	...rows(/798艺术区/, '798'),
];
