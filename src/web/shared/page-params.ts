import { useLocation } from 'react-router';
import { matchPage } from '../../contract/paths.ts';

/** Parameters of the page's path. React Router's own decode `%2F` twice, so an id with this text would be another. */
export const usePageParams = (): Readonly<Record<string, string>> =>
	matchPage(useLocation().pathname)?.params ?? {};
