/** The seeded cities: six large ones with the ids of a live service (design §10), and others in several regions. */

export interface SeedLoc {
	id: string;
	name: string;
	uid: string;
	parent: string;
	habitable: boolean;
}

/** A city with its centre, and some of its streets and venues. */
export interface MainCity extends SeedLoc {
	latitude: number;
	longitude: number;
	venues: readonly string[];
}

export const mainCities: readonly MainCity[] = [
	{
		id: '108288',
		name: '北京',
		uid: 'beijing',
		parent: 'china',
		habitable: true,
		latitude: 39.9163,
		longitude: 116.3972,
		venues: [
			'东城区 鼓楼东大街206号 鼓楼先锋剧场',
			'朝阳区 酒仙桥路4号 798艺术区 回声馆',
			'海淀区 五道口 成府路35号 地下室Live',
			'西城区 西四北大街133号 正阳书局院子',
			'朝阳区 工体北路8号院 三里屯红馆',
			'东城区 交道口南大街 棉花胡同39号 实验剧场',
			'朝阳区 郎家园6号 郎园Vintage 虞社',
			'海淀区 中关村大街59号 文化大厦艺术影院',
			'丰台区 南苑路7号 二七厂1897',
			'Sanlitun Road 11, The Copper House',
			'Wudaoying Hutong 46, Camera Stylo',
			'Andingmen, Fangjia Hutong 46, Hot Cat Hall',
		],
	},
	{
		id: '108296',
		name: '上海',
		uid: 'shanghai',
		parent: 'china',
		habitable: true,
		latitude: 31.2304,
		longitude: 121.4737,
		venues: [
			'徐汇区 龙腾大道2555号 西岸仓库',
			'静安区 武定西路1398号 小剧场',
			'长宁区 安西路23号 橙厂',
			'杨浦区 大学路77号 半层书店',
			'黄浦区 南京西路325号 历史博物馆报告厅',
			'浦东新区 丁香路425号 东方厅',
			'Yongkang Road 98, The Long Bar Stage',
			'Suzhou Creek, Moganshan Road 50, Hall 7',
		],
	},
	{
		id: '118281',
		name: '广州',
		uid: 'guangzhou',
		parent: 'guangdong',
		habitable: true,
		latitude: 23.1291,
		longitude: 113.2644,
		venues: [
			'越秀区 沿江西路 太古仓3号',
			'荔湾区 恩宁路99号 永庆坊',
			'天河区 珠江西路1号 小歌厅',
			'海珠区 新港中路 T.I.T创意园',
			'Shamian Street 52, Garden Room',
		],
	},
	{
		id: '118282',
		name: '深圳',
		uid: 'shenzhen',
		parent: 'guangdong',
		habitable: true,
		latitude: 22.5431,
		longitude: 114.0579,
		venues: [
			'南山区 华侨城创意园 B10现场',
			'福田区 红荔路 音乐厅',
			'南山区 海上世界 文化艺术中心',
			'龙华区 观澜版画村',
			'Shekou, Taizi Road 22, Harbour Deck',
		],
	},
	{
		id: '118318',
		name: '成都',
		uid: 'chengdu',
		parent: 'sichuan',
		habitable: true,
		latitude: 30.5728,
		longitude: 104.0668,
		venues: [
			'锦江区 东风大桥 小酒馆万象城店',
			'成华区 建设南支路1号 东郊记忆',
			'青羊区 宽窄巷子 见山书局',
			'武侯区 玉林西路55号',
			'Kehua North Road 143, Little Bookworm',
		],
	},
	{
		id: '118172',
		name: '杭州',
		uid: 'hangzhou',
		parent: 'zhejiang',
		habitable: true,
		latitude: 30.2741,
		longitude: 120.1551,
		venues: [
			'上城区 中山南路77号 尚城1157',
			'西湖区 曙光路120号 黄龙仓库',
			'拱墅区 小河路488号 运河天地',
			'西湖区 转塘 象山艺术公社',
			'West Lake, Beishan Street 84, Lake House',
		],
	},
];

/** `name uid parent`; `-` marks a place that is not habitable. */
const others = `重庆 chongqing china;天津 tianjin china;苏州 suzhou jiangsu;南京 nanjing jiangsu;无锡 wuxi jiangsu;常州 changzhou jiangsu;
宁波 ningbo zhejiang;温州 wenzhou zhejiang;绍兴 shaoxing zhejiang;东莞 dongguan guangdong;佛山 foshan guangdong;珠海 zhuhai guangdong;
汕头 shantou guangdong;武汉 wuhan hubei;宜昌 yichang hubei;长沙 changsha hunan;株洲 zhuzhou hunan;西安 xian shaanxi;咸阳 xianyang shaanxi;
青岛 qingdao shandong;济南 jinan shandong;烟台 yantai shandong;大连 dalian liaoning;沈阳 shenyang liaoning;哈尔滨 haerbin heilongjiang;
长春 changchun jilin;郑州 zhengzhou henan;洛阳 luoyang henan;昆明 kunming yunnan;大理 dali yunnan;丽江 lijiang yunnan;贵阳 guiyang guizhou;
厦门 xiamen fujian;福州 fuzhou fujian;泉州 quanzhou fujian;南宁 nanning guangxi;桂林 guilin guangxi;海口 haikou hainan;绵阳 mianyang sichuan;
-可可西里 kekexili qinghai;-罗布泊 luobupo xinjiang;-南沙 nansha hainan`;

/** Cities with few events, ids from 118401 on. */
export const otherCities: readonly SeedLoc[] = others
	.split(';')
	.map((entry) => entry.trim().split(' '))
	.map(([name = '', uid = '', parent = ''], index) => ({
		id: String(118_401 + index),
		name: name.replace('-', ''),
		uid,
		parent,
		habitable: !name.startsWith('-'),
	}));
