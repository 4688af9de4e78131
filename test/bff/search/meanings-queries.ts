/**
 * Queries in five languages, each with a pattern that the first three results must match (if there are as many), applied to
 * type, title, place and owner as one text.
 */
export interface MeaningQuery {
	q: string;
	fits: RegExp;
}

const rows = (fits: RegExp, ...queries: string[]): MeaningQuery[] => queries.map((q) => ({ q, fits }));

export const meaningQueries: readonly MeaningQuery[] = [
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
