/** Titles and texts of the seeded events, combined from parts so that a list looks like a real city's. */
import type { EventType } from '../../contract/spec/filters.ts';
import type { Random } from './random.ts';

export type Category = Exclude<EventType, 'all'>;

/** Title patterns by type. `{name}` is replaced by a word of the table below. */
const patterns: Record<Category, readonly string[]> = {
	music: [
		'{band} “{album}” 巡演',
		'{player}钢琴独奏会：{composer}',
		'Late set: {quartet}',
		'{composer}之夜 · 室内乐',
		'{band} live + {band}',
		'{quartet} plays {standards}',
		'古琴雅集：{poem}',
		'Vinyl Sunday – {standards}',
	],
	film: [
		'胶片放映：{director}{films}',
		'{director} retrospective: {films2}',
		'露天电影：{mood}',
		'Shorts & talk: {shortfilm}',
		'纪录片《{doc}》放映及映后谈',
		'午夜场 · {mood}',
	],
	drama: [
		'话剧《{play}》',
		'小剧场《{play}》',
		'{company} presents “{playEn}”',
		'即兴喜剧之夜：{mood}',
		'昆曲《{kunqu}》',
		'环境戏剧《{play}》',
	],
	commonweal: [
		'{place}净滩行动',
		'一公斤图书漂流 · {place}',
		'流浪动物领养日',
		'Repair café: {thing}',
		'无障碍城市漫步：{place}',
		'听障朋友手语咖啡角',
	],
	salon: [
		'读书会：《{book}》',
		'{speaker}讲座：{topic}',
		'Open studio with {speakerEn}',
		'播客听友会 · {topic}',
		'{topic}：一场圆桌',
		'Language table: {lang}',
	],
	exhibition: [
		'{artist}个展：{show}',
		'“{showEn}” – group show',
		'{era}{craft}特展',
		'{artist}摄影展《{show}》',
		'{craft}的今天',
		'Prints & posters: {showEn}',
	],
	party: [
		'{mood}主题派对',
		'Silent disco on {roof}',
		'{standards} all night',
		'胡同烧烤与黑胶',
		'Swing dance social',
		'复古衣橱交换派对',
	],
	sports: [
		'夜跑俱乐部：{km} 公里',
		'{place}攀岩体验',
		'Sunday ultimate frisbee',
		'城市骑行 · {place}',
		'Beginners’ bouldering',
		'晨间太极 · {place}',
	],
	travel: [
		'周末徒步：{trail}',
		'{trail}露营观星',
		'Photo walk: {place}',
		'老城漫游 · {place}',
		'{trail} day trip',
	],
	others: [
		'{place}市集',
		'手作工坊：{craft}',
		'{thing} swap',
		'猫咪咖啡馆开放日',
		'Board games & dumplings',
		'植物交换日',
	],
};

const words: Record<string, readonly string[]> = {
	band: [
		'海豚快线',
		'白日焰火',
		'Paper Lanterns',
		'旧天堂',
		'The Slow Trains',
		'二手月亮',
		'Low Tide Radio',
		'北方来信',
		'草莓救星',
		'Neon Pavilion',
		'南岸',
		'第七夜',
	],
	album: ['无人海岸', '慢车', 'Night Bus', '远光灯', '清晨五点', 'Second Winter', '潮汐表', '回音壁'],
	player: ['林悦', '陈思远', '赵一鸣', '顾安', '沈青禾', '周牧'],
	composer: ['舒伯特', '德彪西', '巴赫', '拉威尔', '肖邦', '皮亚佐拉', '贝拉·巴托克'],
	quartet: [
		'Lin Yue Quartet',
		'Old Harbour Trio',
		'Mei & the Brass',
		'Blue Alley Five',
		'Sam Ho Group',
		'Three Bridges',
	],
	standards: ['Ellington', 'Monk', 'soul & funk', 'city pop', 'bossa nova', '1978', 'Mingus'],
	poem: ['潇湘水云', '平沙落雁', '梅花三弄', '忆故人'],
	director: [
		'侯孝贤',
		'小津安二郎',
		'Agnès Varda',
		'贾樟柯',
		'Abbas Kiarostami',
		'杨德昌',
		'Céline Sciamma',
		'费穆',
	],
	films: ['早期作品三部曲', '修复版', '的夏天', '与城市', '四部'],
	films2: ['four restorations', 'the city films', 'summers', 'early works', 'on 35 mm'],
	mood: ['盛夏光年', '公路与尘埃', '雨夜', '霓虹之下', '八十年代', '侦探与迷雾', '月球来客'],
	shortfilm: ['seven women, one river', 'new animation', 'from the film school', 'ten-minute cities'],
	doc: ['最后的渡口', '大山里的合唱团', '修表匠', '高原来信', '菜市场'],
	play: [
		'等待窗外的人',
		'长安十二时',
		'枕边书',
		'雷雨之后',
		'第三个房间',
		'一只海鸥',
		'熄灯号',
		'我们的小镇',
	],
	company: ['Small Hours Theatre', 'Lantern Company', 'The Understudies', 'Red Door Players'],
	playEn: ['The Last Ferry', 'A Room of Birds', 'Kitchen Sink, Two Acts', 'Uncle, Vanya', 'Notes on Leaving'],
	kunqu: ['牡丹亭·游园', '玉簪记', '长生殿·小宴', '桃花扇'],
	place: [
		'什刹海',
		'老城南',
		'苏州河',
		'东湖绿道',
		'铁道公园',
		'大运河',
		'植物园',
		'旧码头',
		'美术馆街区',
		'河堤',
	],
	thing: ['bikes & lamps', 'records', 'children’s books', 'houseplants', 'winter coats'],
	book: ['看不见的城市', '夜航西飞', '乡土中国', '日瓦戈医生', '树上的男爵', '一间自己的房间', '呼兰河传'],
	speaker: ['建筑师王澍然', '作家李停云', '译者何晓', '天文学者陆星', '民俗学者白露'],
	speakerEn: ['ceramicist Ada Fong', 'typographer Jo Lindt', 'weaver Nima', 'illustrator Kit Rao'],
	topic: [
		'城市里的野生动物',
		'失眠的历史',
		'方言与流行歌',
		'地铁为什么这样走',
		'如何读一首诗',
		'人工智能与日常',
		'一碗面的地理学',
	],
	lang: ['Español', 'Deutsch', '日本語', 'français', '粤语'],
	artist: ['方力', '徐冰清', '杉本遥', 'Mara Olsen', '何多苓云', '木下直', 'Ines Duarte'],
	show: ['缓慢的光', '屋顶之上', '未完成的地图', '盐', '四十种蓝', '风的形状', '记忆的容器'],
	showEn: ['Slow Light', 'Forty Blues', 'Paper Weather', 'Salt', 'Unfinished Maps', 'The Weight of Air'],
	era: ['宋代', '明清', '二十世纪', '民国', '当代'],
	craft: ['青瓷', '扎染', '木版年画', '银器', '竹编', '剪纸', '漆器', '活字印刷'],
	roof: ['the roof', 'the pier', 'platform 9', 'the old factory'],
	km: ['5', '8', '10', '12'],
	trail: ['箭扣长城', '青城后山', '莫干山', '七娘山海岸线', '白云山', '香山古道', '龙井十里'],
};

/** A title for an event of this type. */
export function makeTitle(category: Category, random: Random): string {
	return random
		.pick(patterns[category])
		.replaceAll(/\{(\w+)\}/g, (_, key: string) => random.pick(words[key] ?? ['']));
}

const openings: Record<'en' | 'zh', readonly string[]> = {
	en: [
		'Doors open half an hour before the start; seats are first come, first served.',
		'We began doing this three years ago for friends of friends. It grew.',
		'An evening for people who like to look closely and talk afterwards.',
		'Bring a friend who has never been: the second ticket is on us.',
	],
	zh: [
		'开场前半小时入场，座位先到先得。',
		'三年前我们只是想和朋友们聚一聚，没想到一直办到了今天。',
		'不需要任何基础，带着好奇心来就好。',
		'现场提供热茶与简单小食，也欢迎自带杯子。',
	],
};
const details: Record<'en' | 'zh', readonly string[]> = {
	en: [
		'The programme runs about two hours with one interval. Late arrivals are let in at the interval.',
		'Step-free access from the courtyard; write to us if you need a seat kept.',
		'Photographs are welcome, flash is not. Please keep phones silent.',
		'Nearest metro: ten minutes on foot. There is room for bicycles in the yard.',
		'Full programme and notes: https://events.example/notes',
	],
	zh: [
		'全程约两小时，中场休息十五分钟，迟到观众请在中场入场。',
		'场地有无障碍通道，如需预留座位请提前留言。',
		'可以拍照，请关闭闪光灯，并将手机静音。',
		'距最近的地铁站步行约十分钟，院内可停自行车。',
		'更多介绍：https://events.example/notes',
	],
};

/** A text with line breaks, short or long, in English or Chinese. */
export function makeContent(title: string, random: Random): string {
	const language = /[\u4e00-\u9fff]/.test(title) ? 'zh' : 'en';
	const paragraphs = [random.pick(openings[language])];
	const length = random.pick([0, 1, 2, 2, 3, 5]);
	for (let index = 0; index < length; index += 1) paragraphs.push(random.pick(details[language]));
	return [...new Set(paragraphs)].join('\r\n\r\n');
}

/** HTML as live services send it, with scripts that must never run. */
export function makeHtmlContent(title: string): string {
	return `<div><p><b>${title}</b></p><p>Programme<br>Part one<br>Part two</p><img src="https://img.example/inline.jpg" onerror="document.title='run'" alt="inside the hall"><p><a href="https://events.example/more">More about it</a> <a href="javascript:document.title='run'">tickets</a></p><script>document.title='run'</script></div>`;
}
