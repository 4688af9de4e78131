import { useLocation } from 'react-router';
import { matchPage } from '../../contract/paths.ts';

/** Parameters of the page's path. React Router's `useParams` decodes `%252F` twice, which would change an id. */
export const usePageParams = (): Readonly<Record<string, string>> =>
	matchPage(useLocation().pathname)?.params ?? {};
