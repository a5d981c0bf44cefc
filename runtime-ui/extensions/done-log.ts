import type { JsonObject } from '#engine/model/values';

/** What a user has done with the check mark of a list of the first page. */
export interface DoneAction {
  /** Name of the module of the record. */
  readonly module: string;
  /** Id of the record. */
  readonly recordId: string;
  /** The next action of the record, as it was before: 'Call back'. */
  readonly action: string;
}

/** A record that logs it. */
export interface DoneLog {
  /** Name of its module. */
  readonly module: string;
  /** Its values by field. */
  readonly fields: JsonObject;
}
