/** A surface of Daybill, and what it is tested with. */
import type { Browser } from '../../bff/browser.ts';
import type { LawfulService } from '../service/start-service.ts';
import type { Forbidden, Variant } from '../variant.ts';
import type { Daybill } from './start-daybill.ts';
import type { Truth } from './truth.ts';

/** One Daybill in front of one service, with its visitors. */
export interface Visit {
	readonly variant: Variant;
	readonly service: LawfulService;
	readonly daybill: Daybill;
	readonly truth: Truth;
	/** Whether the web app is the real one, which the BFF renders. */
	readonly isRendered: boolean;
	/** Never signs in. */
	readonly stranger: Browser;
	/** Signs in during the visit. */
	readonly person: Browser;
}

export interface Surface {
	/** Short, for a column heading. */
	readonly name: string;
	/** Capabilities that a service may withhold; this surface may then say that it is not available. */
	readonly needs: readonly Forbidden[];
	/** @throws Said, Failure */
	readonly run: (visit: Visit) => Promise<void>;
}
