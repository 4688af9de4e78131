/** What a surface of Daybill is, and what it is tried with. */
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
	/** Signs in on the way. */
	readonly person: Browser;
}

export interface Surface {
	/** Short, for the head of a column. */
	readonly name: string;
	/** What a service may forbid so that this surface may say that it is not available. */
	readonly needs: readonly Forbidden[];
	/** @throws Said, Failure */
	readonly run: (visit: Visit) => Promise<void>;
}
