/** Queries for measuring search quality: the typed text, and a pattern for the events that it should find. */
export interface Query {
	q: string;
	/** Applied to type, title, place and owner as one text. */
	fits: RegExp;
}

const rows = (fits: RegExp, ...queries: string[]): Query[] => queries.map((q) => ({ q, fits }));

export const queries: readonly Query[] = [
	// Chinese, whole words.
	...rows(/钢琴独奏会/, '钢琴独奏会'),
	...rows(/钢琴/, '钢琴'),
	...rows(/昆曲.*牡丹亭/, '昆曲 牡丹亭'),
	...rows(/读书会/, '读书会'),
	...rows(/讲座/, '讲座'),
	...rows(/贾樟柯/, '贾樟柯'),
	...rows(/什刹海/, '什刹海'),
	// Chinese, a part of a word, and words in another order.
	...rows(/独奏/, '独奏'),
	...rows(/图书漂流/, '漂流 图书'),
	// Chinese with a wrong, a missing and a swapped character, and a single character.
	...rows(/钢琴独奏会/, '钢琴独走会'),
	...rows(/露天电影/, '露天电景'),
	...rows(/流浪动物领养/, '流浪动物领样'),
	...rows(/看不见的城市/, '看不见城市'),
	...rows(/周末徒步/, '周未徒步'),
	...rows(/猫咪咖啡馆/, '猫咪咖非馆'),
	...rows(/老城漫游/, '老城慢游'),
	...rows(/琴/, '琴'),
	...rows(/展/, '展'),
	// Both languages in one query.
	...rows(/Ellington to Sun Ra/, 'Ellington 派对'),
	// English, with some typos, full-width letters and a missing accent.
	...rows(/quartet/i, 'quartet', 'quartett', 'ＱＵＡＲＴＥＴ'),
	...rows(/late set/i, 'late set'),
	...rows(/repair café/i, 'repair cafe'),
	...rows(/swing dance/i, 'swing dance', 'swnig dance'),
	...rows(/board games & dumplings/i, 'board games dumplings'),
	// English with typos, prefixes, and without accents.
	...rows(/retrospective/i, 'restrospective'),
	...rows(/frisbee/i, 'fribsee', 'frisb'),
	...rows(/bouldering/i, 'bouldring'),
	...rows(/dumplings/i, 'dumplngs'),
	...rows(/kiarostami/i, 'Kiarstami'),
	...rows(/agnès varda/i, 'Agnes Varda'),
	...rows(/lantern/i, 'lantern'),
];

/**
 * Queries by meaning, in several languages. The pattern matches each of the first three results, applied
 * to type, title, place and owner as one text.
 */
export const meaningQueries: readonly Query[] = [
	...rows(/^music /, 'concert', 'live music', '音乐会', 'concierto', 'Konzert', 'コンサート'),
	...rows(/^film /, 'movies', '影片', 'película', 'Kino', '映画'),
	...rows(/^drama /, 'theatre', 'play', '舞台剧', 'teatro', '演劇'),
	...rows(
		/^exhibition |摄影|艺术区|美术馆|博物馆|museum|gallery|展/i,
		...['museum', 'art', '美术馆', 'exposición', 'Ausstellung', '展覧会'],
	),
	...rows(/^party |派对/, 'parties', '派对', 'fiesta', 'Feier', 'パーティー'),
	...rows(/^sports /, 'sport', '体育', 'deporte', 'スポーツ'),
	...rows(/^travel /, 'outdoors', '户外', 'viaje', 'Ausflug', 'アウトドア'),
	...rows(/^salon |talk/i, 'lecture', '讲座', 'charla', 'Vortrag', '講演'),
	...rows(/^commonweal /, 'volunteer', '公益', 'voluntariado', 'Ehrenamt', 'ボランティア'),
	...rows(/徒步|登山|慢行|day trip|hike/i, 'hiking', '登山', 'senderismo', 'Wanderung', 'ハイキング'),
	...rows(/攀岩|bouldering/i, 'climbing', 'Klettern', 'escalada'),
	...rows(/夜跑|run/i, 'jogging', '跑步'),
	...rows(/骑行|cycl|bike/i, 'bike'),
	...rows(/爵士|quartet|jazz/i, 'jazz', '爵士'),
	...rows(/钢琴|室内乐/, 'piano', 'classical', 'Klavier'),
	...rows(/喜剧|即兴|comedy|improv/i, 'comedy', '脱口秀', 'comedia'),
	...rows(/读书|图书|book|lecture/i, 'books', '读书', 'Bücher'),
	...rows(/太极/, 'tai chi'),
	...rows(/露营|观星/, 'camping', 'stargazing'),
	...rows(/市集|market/i, 'market', 'Flohmarkt'),
	...rows(/repair caf/i, 'reparatur'),
	...rows(/yoga|瑜伽/i, 'yoga', 'ヨガ'),
	...rows(/football|足球/i, 'football', 'fútbol', 'Fußball', '足球', 'サッカー'),
	...rows(/kids|children|儿童|亲子|family/i, 'kids', 'niños', 'Kinder', '子供'),
	...rows(/copper house/i, 'copper house', 'coper house'),
	...rows(/798艺术区/, '798'),
	...rows(/三里屯|sanlitun/i, 'Sanlitun'),
	...rows(/^exhibition |展/, 'exibition', 'exposicion'),
	...rows(/^film /, 'docummentary', 'pelicula'),
	...rows(/^music /, 'concrt', 'konzrt'),
];
