/** What strict clients want beyond the specification. */

/** `fetch` that adds `token_type` to a token response: the specification's has none (Spec §2.5), RFC 6749 §5.1 requires it. */
export async function fetchWithTokenType(url: string, options: RequestInit): Promise<Response> {
	const response = await fetch(url, options);
	if (!response.ok) return response;
	const body = (await response.json()) as object;
	return Response.json({ ...body, token_type: 'bearer' });
}
