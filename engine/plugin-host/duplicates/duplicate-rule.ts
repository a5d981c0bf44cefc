import type { DuplicateMatch, DuplicateScore } from '#engine/model/similarity';
import type { JsonValue } from '#engine/model/values';

/** Fields of a record by name, validated or not. */
export type RecordFields = { readonly [field: string]: JsonValue | undefined };

/** A plugin's rule for which records of a module are duplicates. */
export interface DuplicateRule<Identity> {
  /** Name of the module; duplicates are searched among its records. */
  readonly module: string;
  /** The code of the plugin's error that rejects a duplicate. */
  readonly code: string;
  /** The fields that a record's identity is read from. */
  readonly identityFields: readonly string[];
  /** The values that identify a record, in comparable form. Accepts any input of a client. */
  readIdentity(record: RecordFields): Identity;
  /** The keys that are stored with a record: one for each way in which another record may match it. */
  makeKeys(identity: Identity): readonly string[];
  /**
   * The keys that possible duplicates would be stored with. Most records found by them should have a `score` that blocks the save, because
   * only a limited number is compared.
   */
  makeSearchKeys(identity: Identity): readonly string[];
  /** How likely it is that two identities are the same, 0 to 99 percent, with the reasons. */
  score(one: Identity, two: Identity): DuplicateScore;
  /**
   * The values of a match in addition to its id, name, score and reasons, by name: texts, or null where the requester may not see one.
   */
  readonly shown: ShownValues;
}

/**
 * Values of a record by name, each from a field ('city'), a part of it ('current_address.city'), or a field of a related record
 * ('assigned_to.name'). Of several, the first whose field is filled is taken.
 */
export type ShownValues<Name extends string = string> = { readonly [name in Name]: string | readonly string[] };

/** The values of a type of matches, such as that of a dialog: `shown: { … } satisfies ShownOf<TicketMatch>`. */
export type ShownOf<Match extends DuplicateMatch> = ShownValues<Exclude<keyof Match, keyof DuplicateMatch> & string>;
