/** Venues, places and trails of the main cities: real streets, with approximate coordinates. */

/** What a venue is suitable for. Events take place only at suitable venues. */
const venueKinds = [
	'stage',
	'hall',
	'club',
	'cinema',
	'gallery',
	'room',
	'yard',
	'climbing',
	'park',
] as const;
export type VenueKind = (typeof venueKinds)[number];

export interface Venue {
	kind: VenueKind;
	/** District, street and name, without the city. */
	address: string;
	latitude: number;
	longitude: number;
	/** The surrounding quarter, in Chinese and English, for outdoor events; null if titles need none. */
	near: readonly [zh: string, en: string] | null;
}

/** A city's own names for titles and texts. */
export interface LocalNames {
	/** Streets and quarters for walks. */
	place: readonly string[];
	placeEn: readonly string[];
	/** Riverbanks and beaches. */
	water: readonly string[];
	/** Trails within a day's journey. */
	trail: readonly string[];
	trailEn: readonly string[];
}

/** One line per venue: kind, latitude, longitude, address, and after `@` the surrounding quarter. */
const read = (lines: string): Venue[] =>
	lines
		.trim()
		.split('\n')
		.map((line) => {
			const [venue = '', quarter] = line.trim().split(' @');
			const [kind = '', latitude, longitude, ...address] = venue.split(' ');
			const [zh, en] = quarter?.split('=') ?? [];
			const known = venueKinds.find((each) => each === kind);
			if (known === undefined) throw new Error(`no kind of venue: ${kind}`);
			return {
				kind: known,
				address: address.join(' '),
				latitude: Number(latitude),
				longitude: Number(longitude),
				near: zh === undefined || en === undefined ? null : [zh, en],
			};
		});

export const venuesOf: Readonly<Record<string, readonly Venue[]>> = {
	beijing: read(`
		stage 39.9402 116.4006 东城区 鼓楼东大街206号 鼓楼先锋剧场
		stage 39.9382 116.4107 东城区 交道口南大街 棉花胡同39号 实验剧场
		stage 39.9130 116.4767 朝阳区 郎家园6号 郎园Vintage 虞社
		hall 39.9057 116.3836 西城区 北新华街1号 中山音乐厅
		hall 39.9986 116.3262 海淀区 清华西路 新清华学堂
		club 39.9925 116.3395 海淀区 五道口 成府路35号 地下室Live
		club 39.9461 116.4172 Andingmen, Fangjia Hutong 46, Hot Cat Hall
		club 39.9332 116.4551 Sanlitun Road 11, The Copper House
		club 39.9301 116.4423 朝阳区 工体北路8号院 三里屯红馆
		cinema 39.9813 116.3144 海淀区 中关村大街59号 文化大厦艺术影院
		cinema 39.9494 116.4142 Wudaoying Hutong 46, Camera Stylo
		gallery 39.9842 116.4953 朝阳区 酒仙桥路4号 798艺术区 回声馆
		gallery 39.8087 116.3930 丰台区 南苑路7号 二七厂1897
		gallery 39.9250 116.4085 东城区 五四大街1号 红砖展厅
		room 39.9261 116.3714 西城区 西四北大街133号 正阳书局院子
		room 39.9394 116.4325 Dongzhimen South Street 14, Paper Moon Books
		room 39.9079 116.4596 朝阳区 光华路9号 长楹读书室
		yard 39.9240 116.4160 东城区 隆福寺街95号 隆福广场 @隆福寺=Longfu Temple
		yard 39.9510 116.4655 朝阳区 亮马桥路 亮马河国际风情水岸 @亮马河=Liangma River
		climbing 39.9936 116.4737 朝阳区 望京西路 岩时攀岩馆 @望京=Wangjing
		park 39.9407 116.3850 西城区 地安门西大街 什刹海荷花市场 @什刹海=Shichahai
		park 39.9444 116.4785 朝阳区 朝阳公园南路1号 朝阳公园西门 @朝阳公园=Chaoyang Park
	`),
	shanghai: read(`
		stage 31.2207 121.4324 静安区 武定西路1398号 小剧场
		stage 31.2145 121.4420 徐汇区 安福路288号 话剧艺术中心
		hall 31.2213 121.5446 浦东新区 丁香路425号 东方厅
		hall 31.2106 121.4468 徐汇区 复兴中路1380号 交响乐厅
		club 31.2098 121.4536 Yongkang Road 98, The Long Bar Stage
		club 31.2136 121.4149 长宁区 安西路23号 橙厂
		cinema 31.2352 121.4718 黄浦区 南京西路216号 大光明电影院
		gallery 31.1691 121.4596 徐汇区 龙腾大道2555号 西岸仓库
		gallery 31.2499 121.4460 Suzhou Creek, Moganshan Road 50, Hall 7
		room 31.2995 121.5136 杨浦区 大学路77号 半层书店
		room 31.2318 121.4703 黄浦区 南京西路325号 历史博物馆报告厅
		yard 31.2252 121.4750 黄浦区 思南路 思南公馆广场 @思南路=Sinan Road
		climbing 31.2680 121.4786 虹口区 花园路128号 岩点攀岩 @虹口=Hongkou
		park 31.1763 121.4630 徐汇区 龙腾大道 徐汇滨江跑道 @徐汇滨江=the Xuhui riverside
	`),
	guangzhou: read(`
		stage 23.1100 113.2680 越秀区 沿江西路 太古仓3号剧场
		hall 23.1172 113.3214 天河区 珠江西路1号 小歌厅
		club 23.0945 113.3310 海珠区 新港中路 T.I.T创意园 191空间
		cinema 23.1262 113.2820 越秀区 东山口 庙前西街 电影馆
		gallery 23.0921 113.3239 海珠区 新港中路397号 岭南展厅
		room 23.1069 113.2384 Shamian Street 52, Garden Room
		yard 23.1163 113.2360 荔湾区 恩宁路99号 永庆坊 @永庆坊=Yongqingfang
		climbing 23.1322 113.3480 天河区 黄埔大道西 抱石馆 @天河=Tianhe
		park 23.0760 113.3220 海珠区 新滘中路 海珠湖公园 @海珠湖=Haizhu Lake
	`),
	shenzhen: read(`
		stage 22.5438 114.0668 福田区 红荔路 小剧场
		hall 22.5475 114.0587 福田区 红荔路 音乐厅
		club 22.5398 113.9866 南山区 华侨城创意园 B10现场
		cinema 22.5446 114.0528 福田区 福中一路 百老汇电影中心
		gallery 22.4830 113.9190 南山区 海上世界 文化艺术中心
		gallery 22.7140 114.0800 龙华区 观澜版画村
		room 22.5410 113.9850 南山区 华侨城 旧天堂书店
		yard 22.4845 113.9175 Shekou, Taizi Road 22, Harbour Deck @蛇口=Shekou
		climbing 22.5300 113.9400 南山区 科苑南路 攀岩工厂 @科技园=the Science Park
		park 22.5080 113.9500 南山区 滨海大道 深圳湾公园日出剧场 @深圳湾=Shenzhen Bay
	`),
	chengdu: read(`
		stage 30.6705 104.1140 成华区 建设南支路1号 东郊记忆 演艺中心
		hall 30.6560 104.0800 锦江区 东大街 城市音乐厅
		club 30.6490 104.0990 锦江区 东风大桥 小酒馆万象城店
		cinema 30.6400 104.0620 武侯区 人民南路 太平洋影城
		gallery 30.6180 104.0540 武侯区 玉林西路55号 千高原艺术空间
		room 30.6680 104.0560 青羊区 宽窄巷子 见山书局
		room 30.6300 104.0780 Kehua North Road 143, Little Bookworm
		yard 30.6700 104.1130 成华区 东郊记忆 火车头广场 @东郊记忆=Eastern Suburb Memory
		climbing 30.6010 104.0640 高新区 天府大道 顽攀抱石馆 @天府=Tianfu
		park 30.6290 104.0900 武侯区 望江路30号 望江楼公园 @望江楼=Wangjiang Park
	`),
	hangzhou: read(`
		stage 30.2600 120.1690 上城区 中山南路77号 尚城1157 剧场
		hall 30.2480 120.2060 上城区 新业路39号 大剧院音乐厅
		club 30.2690 120.1320 西湖区 曙光路120号 黄龙仓库
		cinema 30.2570 120.1640 上城区 延安路 艺术电影馆
		gallery 30.1550 120.0720 西湖区 转塘 象山艺术公社
		room 30.2560 120.1490 West Lake, Beishan Street 84, Lake House
		yard 30.3180 120.1370 拱墅区 小河路488号 运河天地 @大运河=the Grand Canal
		climbing 30.2800 120.1220 西湖区 文三路 岩迹攀岩 @文三路=Wensan Road
		park 30.2420 120.1380 西湖区 南山路 长桥公园 @西湖=West Lake
	`),
};

export const namesOf: Readonly<Record<string, LocalNames>> = {
	beijing: {
		place: ['什刹海', '前门三里河', '亮马河', '隆福寺街区', '五道营', '白塔寺'],
		placeEn: ['Shichahai', 'the Drum Tower', 'Liangma River', 'White Pagoda Temple'],
		water: ['亮马河', '永定河', '温榆河'],
		trail: ['箭扣长城', '香山古道', '灵山', '白羊沟'],
		trailEn: ['Jiankou Great Wall', 'Fragrant Hills', 'Ling Mountain'],
	},
	shanghai: {
		place: ['苏州河', '武康路', '杨浦滨江', '老城厢', '愚园路'],
		placeEn: ['Suzhou Creek', 'Wukang Road', 'Yangpu Riverside'],
		water: ['苏州河', '滴水湖', '崇明东滩'],
		trail: ['佘山', '淀山湖', '崇明东滩'],
		trailEn: ['Sheshan', 'Dianshan Lake', 'Chongming Island'],
	},
	guangzhou: {
		place: ['东山口', '荔枝湾', '沙面', '永庆坊'],
		placeEn: ['Shamian', 'Dongshankou', 'Liwan'],
		water: ['荔枝湾', '海珠湖', '南沙海滨'],
		trail: ['白云山', '火炉山', '石门森林'],
		trailEn: ['Baiyun Mountain', 'Huolu Mountain'],
	},
	shenzhen: {
		place: ['蛇口老街', '大鹏所城', '南头古城', '莲花山'],
		placeEn: ['Nantou Old Town', 'Shekou', 'Lianhua Hill'],
		water: ['深圳湾', '大梅沙', '官湖'],
		trail: ['七娘山海岸线', '梧桐山', '东西涌'],
		trailEn: ['Qiniang coast', 'Wutong Mountain'],
	},
	chengdu: {
		place: ['宽窄巷子', '玉林', '望平街', '锦江绿道'],
		placeEn: ['Yulin', 'Wangping Street', 'the Jinjiang greenway'],
		water: ['锦江', '兴隆湖', '青龙湖'],
		trail: ['青城后山', '龙泉山', '赵公山'],
		trailEn: ['Qingcheng Back Mountain', 'Longquan Mountain'],
	},
	hangzhou: {
		place: ['小河直街', '南宋御街', '良渚', '西湖北线'],
		placeEn: ['Xiaohe Street', 'West Lake', 'the Grand Canal'],
		water: ['西湖', '钱塘江', '湘湖'],
		trail: ['龙井十里', '莫干山', '九溪'],
		trailEn: ['Longjing tea hills', 'Mogan Mountain', 'Nine Creeks'],
	},
};

/** Names that fit any other city. */
export const anyNames: LocalNames = {
	place: ['河堤', '老城', '旧码头', '美术馆街区', '铁道公园'],
	placeEn: ['the old town', 'the river bank', 'the railway park'],
	water: ['河堤', '湖滨'],
	trail: ['城郊古道', '环湖步道'],
	trailEn: ['the lake path', 'the old post road'],
};
