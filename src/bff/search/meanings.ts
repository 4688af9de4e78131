/** Synonyms in the app's languages: “hiking” finds 徒步. */
import type { Event } from '../../contract/event/event.ts';
import { type ListedType, listedTypes } from '../../contract/spec/filters.ts';
import { editDistance } from '../../contract/words/edit-distance.ts';
import { isChinese, maxTerms, normalise, tokenize, tokenizeQuery } from './tokenize.ts';

/**
 * Words by meaning, separated by spaces, with irregular plurals, and in pinyin. No word contains `#`, so meanings and words
 * can be terms of the same index. All events of a type have the meaning of the same name, if there is one. A word with ~
 * suggests the meaning without being a word for it: it is found, but not highlighted.
 */
const meanings: Readonly<Record<string, string>> = {
	'#music':
		'music concert gig live band 音乐 音樂 音乐会 音樂會 演唱会 演唱會 演出 巡演 音楽 コンサート ライブ 음악 콘서트 공연 música concierto musique musik konzert concerto show موسيقى حفلة حفل yinyue yinyuehui yanchanghui',
	'#jazz': 'jazz 爵士 爵士乐 爵士樂 ~quartet ジャズ 재즈 جاز jueshi jueshiyue',
	'#classical':
		'classical piano recital chamber 古典 钢琴 鋼琴 室内乐 室內樂 独奏 クラシック ピアノ 클래식 피아노 clásica clásico classique klassik klavier clássica كلاسيكية بيانو gudian gangqin',
	'#film':
		'film movie cinema screening 电影 電影 影片 影展 放映 映画 上映 영화 película cine pelicula cinéma kino filme فيلم أفلام سينما dianying yingzhan',
	'#documentary':
		'documentary 纪录片 紀錄片 ドキュメンタリー 다큐멘터리 documental documentaire dokumentarfilm documentário وثائقي jilupian',
	'#drama':
		'drama theatre theater play stage 戏剧 戲劇 话剧 話劇 剧场 劇場 舞台剧 演劇 芝居 연극 극장 teatro théâtre theaterstück peça مسرح مسرحية xiju huaju juchang',
	'#comedy':
		'comedy improv standup 喜剧 喜劇 脱口秀 即兴 即興 コメディ 코미디 comedia comédie komödie comédia كوميديا xiju tuokouxiu',
	'#opera': 'opera kunqu 昆曲 崑曲 戏曲 戲曲 歌剧 歌劇 オペラ 오페라 ópera opéra oper أوبرا kunqu xiqu geju',
	'#commonweal':
		'community volunteer volunteering charity 公益 志愿 志工 義工 慈善 ボランティア 봉사 자원봉사 voluntario voluntariado bénévolat bénévole ehrenamt freiwillige caridade تطوع خيرية gongyi zhiyuan',
	'#salon':
		'talk lecture discussion salon panel 讲座 講座 沙龙 沙龍 讨论 圆桌 对谈 講演 トーク 강연 토크 세미나 charla conferencia conférence débat vortrag gespräch palestra debate محاضرة ندوة jiangzuo shalong',
	'#books':
		'book reading literature 读书 讀書 读书会 讀書會 图书 圖書 读書会 本 책 독서 libro lectura livre lecture buch bücher lesung livro leitura كتاب قراءة dushu dushuhui',
	'#language': 'language 语言 語言 外语 言語 語学 언어 idioma lengua langue sprache língua لغة yuyan',
	'#exhibition':
		'exhibition exhibit museum gallery art 展览 展覽 展 特展 个展 個展 画展 美术馆 美術館 博物馆 博物館 艺术 藝術 展示 展覧会 アート 전시 전시회 미술관 박물관 미술 exposición museo arte exposition musée ausstellung kunst galerie exposição museu معرض متحف فن zhanlan huazhan meishuguan bowuguan',
	'#photography':
		'photography photo photograph 摄影 攝影 写真 사진 fotografía foto photographie fotografie fotografia تصوير sheying',
	'#party':
		'party nightlife club disco 派对 派對 聚会 聚會 パーティー パーティ クラブ 파티 클럽 fiesta discoteca fête soirée feier festa balada حفلات سهرة paidui juhui',
	'#dance':
		'dance dancing swing 跳舞 舞蹈 ダンス 댄스 춤 baile danza danse tanz tanzen dança رقص tiaowu wudao',
	'#sports':
		'sport sports fitness workout 体育 體育 运动 運動 健身 スポーツ 스포츠 운동 deporte deportes esporte رياضة tiyu yundong jianshen',
	'#running':
		'run running jogging 跑步 夜跑 慢跑 ランニング 달리기 러닝 correr carrera courir course laufen lauf corrida جري ركض paobu yepao',
	'#climbing':
		'climbing climb bouldering 攀岩 攀爬 クライミング ボルダリング 클라이밍 escalada escalade klettern bouldern تسلق panyan',
	'#cycling':
		'cycling bike bicycle 骑行 騎行 自行车 自行車 自転車 サイクリング 자전거 bicicleta ciclismo vélo fahrrad radtour دراجة qixing zixingche',
	'#yoga': 'yoga 瑜伽 瑜珈 ヨガ 요가 يوغا yujia',
	'#football': 'football soccer fútbol futbol fußball futebol 足球 サッカー フットボール 축구 foot قدم zuqiu',
	'#kids':
		'kids kid children child family 儿童 兒童 亲子 親子 孩子 子供 こども キッズ 家族 어린이 아이 가족 niños niñas familia enfants famille kinder familie crianças família أطفال عائلة ertong qinzi',
	'#taichi': 'taichi tai chi 太极 太極 太極拳 太极拳 타이치 태극권 taiji taijiquan',
	'#travel':
		'travel trip outdoor outdoors excursion 旅行 旅游 旅遊 户外 戶外 出游 アウトドア 여행 야외 viaje excursión voyage sortie reise ausflug viagem passeio سفر رحلة luxing lvxing huwai',
	'#hiking':
		'hiking hike trek trail 徒步 登山 远足 爬山 健行 慢行 ハイキング 등산 하이킹 senderismo caminata randonnée wandern wanderung trilha caminhada مشي tubu dengshan',
	'#walk':
		'walk stroll 漫步 漫游 散步 散歩 산책 paseo promenade balade spaziergang caminhada نزهة manbu sanbu',
	'#camping': 'camping stargazing 露营 露營 观星 觀星 キャンプ 캠핑 acampada zelten acampamento تخييم luying',
	'#market':
		'market flea bazaar fair 市集 集市 跳蚤 マーケット 市場 마켓 시장 mercado mercadillo marché markt flohmarkt feira سوق shiji jishi',
	'#workshop':
		'workshop craft crafts diy 手作 工坊 手工 ワークショップ 워크숍 공방 taller artesanía atelier handwerk oficina artesanato ورشة shougong',
	'#swap': 'swap exchange 交换 交換 物々交換 교환 intercambio échange troc tausch troca تبادل',
	'#animals':
		'cat cats dog pets animals adoption 猫 貓 猫咪 动物 動物 领养 領養 ネコ 고양이 동물 gato gatos perro animales chat chats animaux katze hund tiere animais قطة حيوانات',
	'#games':
		'games boardgame boardgames 桌游 桌遊 ボードゲーム 보드게임 juegos jeux spiele brettspiele jogos ألعاب zhuoyou',
	'#food':
		'food dinner dumplings barbecue bbq hotpot 美食 火锅 火鍋 烧烤 燒烤 饺子 グルメ 料理 음식 맛집 comida cena cuisine dîner essen jantar طعام عشاء meishi huoguo',
	'#vinyl': 'vinyl records 黑胶 黑膠 唱片 レコード 레코드 바이닐 vinilo vinyle schallplatte vinil heijiao',
	'#cleanup': 'cleanup beach 净滩 淨灘 海滩 ビーチ 해변 playa plage strand praia شاطئ',
	'#repair': 'repair fix 修理 维修 維修 수리 reparación réparation reparatur reparieren conserto إصلاح',
};

const typeMeanings = listedTypes.map((type) => `#${type}`).filter((name) => name in meanings);

/** By word, normalized. No single Chinese characters: they occur in too many other words. */
const byWord = new Map<string, { spelling: string; meanings: string[] }>();
const hints = new Set<string>();
for (const [name, words] of Object.entries(meanings))
	for (const written of words.split(' ')) {
		const spelling = written.replace(/^~/, '');
		const word = normalise(spelling);
		if (spelling !== written) hints.add(word);
		if (isChinese(word) && [...word].length === 1) continue;
		const entry = byWord.get(word) ?? { spelling, meanings: [] };
		if (!entry.meanings.includes(name)) entry.meanings.push(name);
		byWord.set(word, entry);
	}
export const meaningsOfWord = (word: string): readonly string[] =>
	(byWord.get(word) ?? byWord.get(word.replace(/s$/, '')))?.meanings ?? [];

/** Longest first: 读书会 before 读书. */
const chineseWords = [...byWord.keys()].filter(isChinese).sort((a, b) => b.length - a.length);

const otherWords = [...byWord.keys()].filter((word) => !isChinese(word));

/** Fewer letters would match too many words. */
const minTyped = 4;

/** Meanings of a word, or of words that begin with it, since it may not be fully typed. */
function meaningsOfTyped(term: string): readonly string[] {
	const known = meaningsOfWord(term);
	if (known.length > 0 || term.length < minTyped) return known;
	return [...new Set(otherWords.filter((word) => word.startsWith(term)).flatMap(meaningsOfWord))];
}

export const wordsNear = (term: string, distance: number): string[] =>
	otherWords
		.filter((word) => editDistance(term, word, distance) <= distance)
		.map((word) => byWord.get(word)?.spelling ?? word);

export function meaningsOf(type: Event['type'], text: string): string[] {
	const plain = normalise(text);
	const names = [
		...typeMeanings.filter((name) => name === `#${type}`),
		...chineseWords.filter((word) => plain.includes(word)).flatMap(meaningsOfWord),
		...tokenize(plain).flatMap(meaningsOfWord),
	];
	return [...new Set(names)];
}

/** The words of a text for this meaning. */
export function wordsWith(meaning: string, text: string): string[] {
	const plain = normalise(text);
	// `tokenize` would take a hundred times as long, for each of many hits.
	const words = [...chineseWords.filter((word) => plain.includes(word)), ...plain.split(/[^\p{L}\p{N}]+/u)];
	return words.filter((word) => !hints.has(word) && meaningsOfWord(word).includes(meaning));
}

/** An event matches if it has all terms, or one of the meanings. */
export interface QueryPart {
	terms: string[];
	meanings: readonly string[];
}

/** Splits a query into words with known meanings, and the rest. */
export function queryParts(query: string): QueryPart[] {
	const parts: QueryPart[] = [];
	let rest = normalise(query);
	for (const word of chineseWords) {
		if (!rest.includes(word)) continue;
		rest = rest.replaceAll(word, ' ');
		parts.push({ terms: tokenizeQuery(word), meanings: meaningsOfWord(word) });
	}
	for (const term of tokenizeQuery(rest)) parts.push({ terms: [term], meanings: meaningsOfTyped(term) });
	return parts.slice(0, maxTerms);
}

export const typesIn = (parts: readonly QueryPart[]): ListedType[] =>
	[...new Set(parts.flatMap((part) => part.meanings))].flatMap(
		(name) => listedTypes.find((type) => name === `#${type}`) ?? [],
	);
