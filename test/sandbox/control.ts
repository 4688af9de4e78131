/** Calls to the control API of a running sandbox, including calls from outside the test runner. */

/** @param origin of the sandbox @returns a function that makes a call and reads its response as JSON */
export const controlOf =
	(origin: string) =>
	async <Body>(method: string, path: string, body: object): Promise<Body> =>
		(
			await fetch(`${origin}/_sandbox${path}`, {
				method,
				headers: { 'content-type': 'application/json', 'x-daybill-sandbox-control': '1' },
				body: JSON.stringify(body),
			})
		).json() as Promise<Body>;
