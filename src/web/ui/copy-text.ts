/** @returns whether it was copied: browsers may refuse */
export const copyText = (text: string): Promise<boolean> =>
	navigator.clipboard.writeText(text).then(
		() => true,
		() => false,
	);
