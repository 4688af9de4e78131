/** The visitor's position: requested only to show what is near, stored in this tab, never sent. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Geo, readGeo } from '../../contract/event/fields.ts';
import { unsavedKey } from './session/session-queries.ts';
import { tabStorage } from './storage.ts';

const storageKey = 'daybill.position';

const positionQuery = queryOptions({
	queryKey: [...unsavedKey, 'position'],
	queryFn: async (): Promise<Geo | null> => {
		const { coords } = await new Promise<GeolocationPosition>((resolve, reject) =>
			navigator.geolocation.getCurrentPosition(resolve, reject, { maximumAge: 600_000, timeout: 15_000 }),
		);
		// About 100 m is precise enough.
		const position = `${coords.latitude.toFixed(3)} ${coords.longitude.toFixed(3)}`;
		tabStorage.write(storageKey, position);
		return readGeo(position);
	},
	initialData: () => readGeo(tabStorage.read(storageKey)) ?? undefined,
	enabled: false,
	staleTime: Number.POSITIVE_INFINITY,
	refetchInterval: false,
});

const permissionQuery = queryOptions({
	queryKey: [...unsavedKey, 'position permission'],
	queryFn: async () => (await navigator.permissions.query({ name: 'geolocation' })).state,
	staleTime: 0,
});

/** The visitor's position; null while it is unknown. */
export const useVisitorPosition = (): Geo | null => useQuery(positionQuery).data ?? null;

/** `denied` by the person or the browser; `unknown` if the device can't determine it. */
type PositionRequest = 'idle' | 'asking' | 'denied' | 'unknown';

const refusalOf = (error: Partial<GeolocationPositionError> | null) =>
	error?.code === 1 ? 'denied' : 'unknown';

/**
 * Requests the position: immediately if already permitted, otherwise when `ask` is called, because following a link
 * must not open the browser's prompt.
 */
export function usePositionRequest() {
	const { data: permission } = useQuery(permissionQuery);
	const query = useQuery({ ...positionQuery, enabled: permission === 'granted' });
	const { data: position = null, error, isFetching, refetch } = query;
	const ask = async () => {
		const asked = await refetch();
		return asked.isError || !asked.data ? refusalOf(asked.error) : asked.data;
	};
	const isDenied = position === null && permission === 'denied';
	const answered = isDenied ? 'denied' : error === null ? 'idle' : refusalOf(error);
	const request: PositionRequest = isFetching ? 'asking' : answered;
	return { position, request, ask };
}
