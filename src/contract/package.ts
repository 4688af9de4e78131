/**
 * Public API of `daybill/contract`: the specification as tables and schemas, and the parsers. The rest of
 * `src/contract` is internal and may change.
 */

export { isPublic } from './event/event.ts';
export type { Geo } from './event/fields.ts';
export { type List, type PageRange, Pager } from './event/lists.ts';
export { readEvent, readEventList, readLocList, readUserList } from './event/parse-resources.ts';
export type { Price } from './event/price.ts';
export {
	type Event,
	type EventTimes,
	eventSchema,
	eventTimesSchema,
	type Loc,
	locSchema,
	type Person,
	type Privacy,
	type PublicEvent,
	personSchema,
	publicEventSchema,
} from './event/schemas.ts';
export { type Phase, phaseOf } from './event/times.ts';
export type { WallClock } from './event/wall-clock.ts';
export { type ErrorCode, errorCodes, errorName } from './spec/errors.ts';
export {
	type DayType,
	dayTypes,
	type EventType,
	eventTypes,
	type RelationStatus,
	relationStatuses,
} from './spec/filters.ts';
export { defaultScope, type Level, levels, rateLimitHeaders, type Scope, scopes } from './spec/levels.ts';
export { openApiDocument } from './spec/openapi.ts';
export {
	authorizationPaths,
	type Operation,
	type OperationName,
	operationPath,
	operations,
	type Parameter,
	type ParameterName,
	type ParametersOf,
} from './spec/operations.ts';
export {
	type ErrorBody,
	errorBodySchema,
	type ResourceName,
	resourceSchemas,
	type TokenResponse,
	tokenResponseSchema,
	type WireEvent,
	type WireEventList,
	type WireLoc,
	type WireUser,
} from './spec/resources.ts';
