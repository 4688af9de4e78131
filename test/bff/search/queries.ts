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
