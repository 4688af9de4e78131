/** A fixed list of queries that measures the search: the typed text, and a pattern for the events that match it. */
export interface Query {
	q: string;
	/** Applied to type, title, place and owner as one text. */
	fits: RegExp;
}

const query = (q: string, fits: RegExp): Query => ({ q, fits });

export const queries: readonly Query[] = [
	// Chinese, whole words.
	query('钢琴独奏会', /钢琴独奏会/),
	query('钢琴', /钢琴/),
	query('昆曲 牡丹亭', /昆曲.*牡丹亭/),
	query('读书会', /读书会/),
	query('讲座', /讲座/),
	query('贾樟柯', /贾樟柯/),
	query('什刹海', /什刹海/),
	// Chinese, a part of a word, and words in another order.
	query('独奏', /独奏/),
	query('漂流 图书', /图书漂流/),
	// Chinese with a wrong, a missing and a swapped character, and a single character.
	query('钢琴独走会', /钢琴独奏会/),
	query('露天电景', /露天电影/),
	query('流浪动物领样', /流浪动物领养/),
	query('看不见城市', /看不见的城市/),
	query('周未徒步', /周末徒步/),
	query('猫咪咖非馆', /猫咪咖啡馆/),
	query('老城慢游', /老城漫游/),
	query('琴', /琴/),
	query('展', /展/),
	// Both languages in one query.
	query('Ellington 派对', /Ellington to Sun Ra/),
	// English.
	query('quartet', /quartet/i),
	query('late set', /late set/i),
	query('repair cafe', /repair café/i),
	query('swing dance', /swing dance/i),
	query('board games dumplings', /board games & dumplings/i),
	// English with typos, prefixes, and without accents.
	query('quartett', /quartet/i),
	query('restrospective', /retrospective/i),
	query('fribsee', /frisbee/i),
	query('bouldring', /bouldering/i),
	query('dumplngs', /dumplings/i),
	query('swnig dance', /swing dance/i),
	query('Kiarstami', /kiarostami/i),
	query('Agnes Varda', /agnès varda/i),
	query('frisb', /frisbee/i),
	query('lantern', /lantern/i),
	query('ＱＵＡＲＴＥＴ', /quartet/i),
];

const rows = (fits: RegExp, ...queries: string[]): Query[] => queries.map((q) => ({ q, fits }));

/**
 * In five languages: each pattern fits the first three results, if there are as many, applied to type, title, place and
 * owner as one text.
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
	...rows(/读书|图书|book/i, 'books', '读书', 'Bücher'),
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
