/** Other names of cities, older or in other languages and scripts, by the city's short name. */
const otherNames: Readonly<Record<string, string>> = {
	beijing: 'peking pekin pekín pékin pequim 베이징 بكين',
	shanghai: 'schanghai xangai 상하이 شنغهاي',
	guangzhou: 'canton kanton cantón cantão 廣州 広州 광저우 قوانغتشو',
	shenzhen: 'shumchun 선전 شنتشن',
	chengdu: 'chengtu 청두 تشنغدو',
	hangzhou: 'hangchow 항저우 هانغتشو',
	nanjing: 'nanking nankin nanquim 난징 نانجينغ',
	tianjin: 'tientsin 톈진 تيانجين',
	chongqing: 'chungking 重慶 충칭 تشونغتشينغ',
	xian: 'sian 시안 شيان',
	suzhou: 'soochow 蘇州 쑤저우 سوتشو',
	wuhan: 'hankow 武漢 우한 ووهان',
	xiamen: 'amoy 廈門 샤먼 شيامن',
	qingdao: 'tsingtao 青島 칭다오 تشينغداو',
	shenyang: 'mukden 瀋陽 선양 شنيانغ',
	hongkong: '香港 홍콩 هونغكونغ',
};

/** @param uid the city's short name */
export function otherNamesOf(uid: string): readonly string[] {
	const name = uid.replace(/[^a-z]/gi, '').toLowerCase();
	return (Object.hasOwn(otherNames, name) ? otherNames[name]?.split(' ') : undefined) ?? [];
}
