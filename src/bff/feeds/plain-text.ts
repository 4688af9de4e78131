/** Texts of events as plain text: services send HTML in some (design §10). */

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

/** Text without tags and control characters; line breaks stay. */
export function plainText(content: unknown): string {
	return String(content ?? '')
		.replace(/<(script|style)\b[\s\S]*?(<\/\1\s*>|$)/gi, ' ')
		.replace(/<(br|\/p|\/div|\/li)\b[^>]*>/gi, '\n')
		.replace(/<[^>]*>/g, ' ')
		.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_all, name: string) => entities[name] ?? ' ')
		.replace(/\r\n?/g, '\n')
		.replace(/[^\P{Cc}\n\t]/gu, '')
		.replace(/[^\S\n]+/g, ' ')
		.replace(/\n{3,}/g, '\n\n')
		.trim();
}

/** A title or address: one line. */
export const oneLine = (text: unknown): string => plainText(text).replace(/\s+/g, ' ');
