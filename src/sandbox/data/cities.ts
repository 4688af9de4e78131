/** The seeded cities: large ones with a live service's ids, and smaller ones in several regions. */

export interface SeedLoc {
	id: string;
	name: string;
	uid: string;
	parent: string;
	habitable: boolean;
}

/** Cities with venues and place names in `venues.ts`. */
export const mainCities: readonly SeedLoc[] = [
	{ id: '108288', name: '北京', uid: 'beijing', parent: 'china', habitable: true },
	{ id: '108296', name: '上海', uid: 'shanghai', parent: 'china', habitable: true },
	{ id: '118281', name: '广州', uid: 'guangzhou', parent: 'guangdong', habitable: true },
	{ id: '118282', name: '深圳', uid: 'shenzhen', parent: 'guangdong', habitable: true },
	{ id: '118318', name: '成都', uid: 'chengdu', parent: 'sichuan', habitable: true },
	{ id: '118172', name: '杭州', uid: 'hangzhou', parent: 'zhejiang', habitable: true },
];

/** `name uid parent`; `-` marks a place that is not habitable. */
const others = `重庆 chongqing china;天津 tianjin china;苏州 suzhou jiangsu;南京 nanjing jiangsu;无锡 wuxi jiangsu;常州 changzhou jiangsu;
宁波 ningbo zhejiang;温州 wenzhou zhejiang;绍兴 shaoxing zhejiang;东莞 dongguan guangdong;佛山 foshan guangdong;珠海 zhuhai guangdong;
汕头 shantou guangdong;武汉 wuhan hubei;宜昌 yichang hubei;长沙 changsha hunan;株洲 zhuzhou hunan;西安 xian shaanxi;咸阳 xianyang shaanxi;
青岛 qingdao shandong;济南 jinan shandong;烟台 yantai shandong;大连 dalian liaoning;沈阳 shenyang liaoning;哈尔滨 haerbin heilongjiang;
长春 changchun jilin;郑州 zhengzhou henan;洛阳 luoyang henan;昆明 kunming yunnan;大理 dali yunnan;丽江 lijiang yunnan;贵阳 guiyang guizhou;
厦门 xiamen fujian;福州 fuzhou fujian;泉州 quanzhou fujian;南宁 nanning guangxi;桂林 guilin guangxi;海口 haikou hainan;绵阳 mianyang sichuan;
-可可西里 kekexili qinghai;-罗布泊 luobupo xinjiang;-南沙 nansha hainan`;

/** Cities with few events; ids start at 118401. */
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
