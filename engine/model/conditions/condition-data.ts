import type { JsonObject } from '../values/json.ts';

/** The user who saves or fills in a form. All properties are empty if the product itself saves. */
export interface ConditionUser {
  readonly _id: string;
  readonly userType: string;
  /** Names of the roles. */
  readonly roles: readonly string[];
  /** Ids of the teams. */
  readonly teams: readonly string[];
}

/** What a condition sees in addition to the record. */
export interface ConditionContext {
  /** The current day in the application's time zone: `YYYY-MM-DD`. */
  readonly today: string;
  /** IANA name of the time zone in which a date-time is a day; default UTC. */
  readonly timeZone?: string;
  /** The current time as an ISO 8601 text in UTC. */
  readonly now?: string;
  readonly user?: ConditionUser;
  /** The values before the change; empty for a new record. */
  readonly old?: JsonObject;
}

/**
 * The data that every condition of a definition sees. A field that has no value is absent and reads as null; relates are
 * ids, dates `YYYY-MM-DD`, date-times ISO 8601 texts in UTC.
 */
export interface ConditionData {
  /** The values as they would be saved, by field name: `{ "var": "record.status" }`. */
  readonly record: JsonObject;
  readonly old: JsonObject;
  readonly user: ConditionUser;
  readonly today: string;
  readonly now: string;
  readonly timeZone: string;
}

const NO_USER: ConditionUser = { _id: '', userType: '', roles: [], teams: [] };
const NO_RECORD: JsonObject = {};

/** Builds the data for the conditions of a record. */
export function createConditionData(record: JsonObject, context: ConditionContext): ConditionData {
  const { today, timeZone = 'UTC', now = '', user = NO_USER, old = NO_RECORD } = context;
  return { record, old, user, today, now, timeZone };
}

/** The variables beside `record` and `old`, of which each field is one. */
export const CONDITION_VARIABLES: readonly string[] = ['user._id', 'user.userType', 'user.roles', 'user.teams', 'today', 'now', 'timeZone'];
