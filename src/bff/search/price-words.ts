/** Finds a price in the words of a search: “free concert”, “under ¥50”, “80元以下”. */
import type { SearchResponse } from '../../contract/bff-api/search.ts';
import { freeWords, withoutAccents } from '../../contract/event/price.ts';

const amount =
	'(?<sign>[¥€$£₩]|(?:hk|us|r)\\$|rmb|cny|eur)?\\s?(?<![\\p{L}\\d])(?<amount>\\d{1,6})(?:[.,]\\d{1,2})?\\s?(?<unit>[元块塊円원€₩]|rmb|cny|yuan|eur(?:os?)?|usd|dollars?|reais)?(?![\\p{Script=Latin}\\d])';
const less =
	'under|below|less than|cheaper than|unter|weniger als|menos de|por debajo de|moins de|abaixo de|低于|低於|少于|少於|不超过|不超過|أقل من|اقل من';
/** Words that can also begin a time: “bis 20 Uhr”. */
const upTo = "up to|max(?:imum)?|hochstens|maximal|bis(?: zu)?|hasta|maximo|jusqu['’]a|sous|ate|最多|حتى|تحت";
export const pricePatterns = [
	`(?:(?<![\\p{L}\\p{N}-])(?:for )?(?:${freeWords})(?![\\p{Script=Latin}\\p{N}-])(?! (?:jazz|improv|form|style|fall|speech|software)(?!\\p{L}))|免费|免費|無料|무료|مجان)`,
	`(?<![\\p{L}\\p{N}])(?:${less}|(?<upTo>${upTo}))\\s?${amount}`,
	`${amount}\\s?(?:以下|以内|以內|未満|まで|이하|미만|이내|까지)`,
].map((source) => new RegExp(source, 'u'));

/** The lowest price that needs no currency: a smaller number is more likely an age. */
const leastBare = 20;

export function readPriceWords(typed: string): {
	words: string;
	price: NonNullable<SearchResponse['price']> | null;
} {
	const plain = withoutAccents(typed);
	for (const pattern of pricePatterns) {
		const { 0: found = '', index = 0, groups = {} } = pattern.exec(plain) ?? {};
		if (found === '' || plain.length !== typed.length) continue;
		const max = Number(groups.amount ?? 0);
		const hasCurrency = groups.sign !== undefined || groups.unit !== undefined;
		const isSure =
			groups.amount === undefined || hasCurrency || (groups.upTo === undefined && max >= leastBare);
		if (!isSure) continue;
		const [before, after] = [typed.slice(0, index), typed.slice(index + found.length)];
		return {
			words: `${before} ${after}`.replace(/\s+/g, ' ').trim(),
			price: { text: typed.slice(index, index + found.length).trim(), max },
		};
	}
	return { words: typed, price: null };
}
