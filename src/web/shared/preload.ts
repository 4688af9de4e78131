/** Loading the code of a page before it is opened. The app says how (`app/routes.tsx`), so that a link need not import it. */
import { createContext, useContext } from 'react';
import type { PageName } from '../../contract/paths.ts';

/** Starts to load a page's code; does nothing when it is there already. */
export type Preload = (page: PageName) => void;

/** Does nothing without a provider. */
export const PreloadContext = createContext<Preload>(() => undefined);

export const usePreload = (): Preload => useContext(PreloadContext);
