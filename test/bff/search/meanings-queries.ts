/**
 * Over 100 queries in five languages, each with a pattern that the first three results must match (as far as there are so many):
 * of type, title, place and owner, as one text. Written before the code.
 */
export interface MeaningQuery {
	q: string;
	fits: RegExp;
}

const rows = (fits: RegExp, ...queries: string[]): MeaningQuery[] => queries.map((q) => ({ q, fits }));

export const meaningQueries: readonly MeaningQuery[] = [
	...rows(
		/^music /,
		'music',
		'concert',
		'concerts',
		'live music',
		'音乐',
		'音乐会',
		'演唱会',
		'música',
		'concierto',
		'Musik',
		'Konzert',
		'コンサート',
		'音楽',
	),
	...rows(
		/^film /,
		'movie',
		'movies',
		'film',
		'cinema',
		'电影',
		'影片',
		'película',
		'cine',
		'Kino',
		'Filme',
		'映画',
	),
	...rows(/^drama /, 'theatre', 'theater', 'play', '戏剧', '舞台剧', 'teatro', '演劇'),
	...rows(
		/^exhibition |摄影|艺术区|美术馆|博物馆|museum|gallery|展/i,
		'exhibition',
		'museum',
		'art',
		'展览',
		'美术馆',
		'exposición',
		'museo',
		'Ausstellung',
		'Kunst',
		'展覧会',
	),
	...rows(/^party |派对/, 'party', 'parties', '派对', 'fiesta', 'Feier', 'パーティー'),
	...rows(/^sports /, 'sports', 'sport', '运动', '体育', 'deporte', 'スポーツ'),
	...rows(/^travel /, 'travel', 'trip', 'outdoors', '户外', 'viaje', 'Ausflug', 'アウトドア'),
	...rows(/^salon /, 'talk', 'lecture', '讲座', 'charla', 'Vortrag', '講演'),
	...rows(
		/^commonweal /,
		'volunteer',
		'community',
		'公益',
		'志愿',
		'voluntariado',
		'Ehrenamt',
		'ボランティア',
	),
	...rows(
		/徒步|登山|慢行|day trip|hike/i,
		'hiking',
		'hike',
		'徒步',
		'登山',
		'senderismo',
		'Wanderung',
		'ハイキング',
	),
	...rows(/攀岩|bouldering/i, 'climbing', 'Klettern', 'escalada'),
	...rows(/夜跑|run/i, 'running', 'jogging', '跑步'),
	...rows(/骑行|cycl|bike/i, 'cycling', 'bike'),
	...rows(/爵士|quartet|jazz/i, 'jazz', '爵士'),
	...rows(/钢琴|室内乐/, 'piano', 'classical', 'Klavier'),
	...rows(/喜剧|即兴|comedy|improv/i, 'comedy', '脱口秀', 'comedia'),
	...rows(/读书|图书|book/i, 'books', '读书', 'Bücher'),
	...rows(/太极/, 'tai chi', '太极'),
	...rows(/露营|观星/, 'camping', 'stargazing'),
	...rows(/市集|market/i, 'market', 'Flohmarkt'),
	...rows(/repair caf/i, 'repair café', 'reparatur'),
	...rows(/^exhibition |展/, 'exibition'),
	...rows(/^film /, 'docummentary'),
];
