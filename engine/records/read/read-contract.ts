import type { SortDefinition } from '#engine/model/definitions';
import type { CompiledModule } from '#engine/model/compiled';
import type { MeasureKind } from '#engine/model/filter';
import type { JsonValue } from '#engine/model/values';
import type { QuickSearchHit } from '#engine/model/wire';

/** A warning that is returned with a successful result, such as teams removed from a search: `_warnings` in the API. */
export type OperationWarning = {
  /** For programs. */
  readonly code: string;
  /** For people: a sentence. */
  readonly text: string;
};

/** A record as relates show it: with its name, or `hidden` where the reader may not read that. */
export type PopulatedLink = {
  /** Id of the record. */
  readonly _id: string;
  /** Name of its module. */
  readonly module: string;
  /** Its name; missing where it is hidden. */
  readonly name?: string;
  /** The reader may open it. */
  readonly open?: boolean;
  /** The reader may not read it. */
  readonly hidden?: true;
};

/** A record as the requester may see it. Fields that are not visible are absent. Populated relates are objects. */
export type VisibleRecord = {
  /** Id of the record. */
  readonly _id: string;
  readonly [field: string]: JsonValue;
};

/** An entry of an EmailAddress field. */
export interface EmailUse {
  /** Name of the module. */
  readonly module: string;
  /** Id of the record. */
  readonly _id: string;
  /** Name of the field. */
  readonly field: string;
  /** The person wants no e-mail at this address. */
  readonly optOut: boolean;
  /** E-mail to this address came back. */
  readonly invalid: boolean;
}

/** Input for reading one record. */
export interface GetInput {
  /** Name of the module. */
  readonly module: string;
  /** Id of the record; also that of a record that is marked as deleted. */
  readonly id: string;
  /**
   * Names of relate fields to return as `{ _id, name, ... }`, or true for all of them; 'all' also returns the records that refer to this one,
   * under the name of each relation, at most 50 each.
   */
  readonly populate?: readonly string[] | true | 'all';
}

/** Input for reading a page. `filter` is the `searchTerms` value of the client: untrusted JSON in the filter grammar. */
export interface FindInput {
  /** Name of the module. */
  readonly module: string;
  /** In the filter grammar; default: all records that are not deleted. */
  readonly filter?: JsonValue | undefined;
  /** At most five keys, the first one decides; default: the `defaultSort` of the module. */
  readonly sort?: readonly SortDefinition[] | undefined;
  /** Records to skip; default 0. */
  readonly offset?: number;
  /**
   * Records to return; default: the `pageSize` of the module, which is 10 if nothing defines it. No maximum: the API
   * accepts up to 1,000, and a plugin reads more with `paginateRecords`.
   */
  readonly limit?: number;
  /** Names of the fields to return, in addition to `_id`; default: all that the actor may read. */
  readonly fields?: readonly string[] | undefined;
  /** Names of relate fields to return as `{ _id, name, ... }`, or true for all of them; default: none. */
  readonly populate?: readonly string[] | true | undefined;
  /** Counting may stop above this number: `total` is then not exact. Default: counts all. */
  readonly totalLimit?: number | undefined;
  /** Search terms that the module's searchable fields must contain. The results are ranked (smart-search). */
  readonly terms?: string | undefined;
}

/** A page of records. */
export interface FindResult {
  /** The records of the page, in the requested order. */
  readonly data: readonly VisibleRecord[];
  /** `data` as JSON, with parts cached from earlier requests. */
  readonly json?: () => string;
  /** Number of matching records on all pages, as far as the actor may see them. */
  readonly total: number;
  /** False: there are more than `total`, see `totalLimit` of the input. */
  readonly totalIsExact: boolean;
  /** What did not stop the request, such as teams removed from the filter; empty: nothing. */
  readonly warnings: readonly OperationWarning[];
}

/** By what groups are sorted. */
export interface GroupOrder {
  /** Name of a measure; groups without a value of it are last. Exactly one of `measure` and `step` is there. */
  readonly measure?: string;
  /** Place of a step in `by`, from 0. */
  readonly step?: number;
  /** Default: ascending. */
  readonly descending?: boolean;
}

/** Input for an export. */
export interface ExportInput {
  /** Name of the module. */
  readonly module: string;
  /** In the filter grammar; default: all records that are not deleted. */
  readonly filter?: JsonValue | undefined;
  /** At most five keys, the first one decides; default: the `defaultSort` of the module. */
  readonly sort?: readonly SortDefinition[] | undefined;
  /** Search terms that the module's searchable fields must contain. They do not rank the records. */
  readonly terms?: string | undefined;
  /** Names of the fields, also `_id`; default: `_id` and all that the actor may read in plaintext. */
  readonly fields?: readonly string[] | undefined;
  /** Only these of the records, at most 2,000; default: all. */
  readonly ids?: readonly string[] | undefined;
  /** Only the first of them in the order; default: all. */
  readonly limit?: number | undefined;
  /** True: relates are `{ _id, name, ... }`; default: ids. */
  readonly populate?: boolean | undefined;
  /** The format of the file, for the audit log. */
  readonly format: string;
  /** The number of records that the file holds with this number of fields; default: no limit. */
  readonly limitOf?: ((fields: number) => number) | undefined;
}

/** Input for the audit entry of an export of figures. */
export interface FiguresExportInput extends Pick<ExportInput, 'module' | 'filter' | 'format'> {
  /** Names of the fields that the figures are grouped by and made from. */
  readonly fields: readonly string[];
  /** Number of rows of the file. */
  readonly rows: number;
}

/** An export that has begun. */
export interface RecordExport {
  /** The module of the records. */
  readonly module: CompiledModule;
  /** Names of the fields of each record, in order; `_id` and `_version` may be among them. */
  readonly fields: readonly string[];
  /** Number of records when it began; undefined: the store took too long to count them. */
  readonly total: number | undefined;
  /** What did not stop the request, such as teams removed from the filter; empty: nothing. */
  readonly warnings: readonly OperationWarning[];
  /** The records, a few of them in memory at a time. Reading them rejects with errors of the store. */
  readonly records: AsyncIterable<VisibleRecord>;
}

/** Input for counts and sums per value of a field. */
export interface GroupInput {
  /** Name of the module. */
  readonly module: string;
  /** In the filter grammar; default: all records. */
  readonly filter?: JsonValue;
  /** At most two; none: all records are one group. A field, or a field with a time unit. `timeZone` (IANA) is the zone for instants; default: the setting `time_zone`. */
  readonly by: readonly {
    readonly field: string;
    readonly unit?: 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year';
    readonly timeZone?: string;
  }[];
  /**
   * What is computed for each group, by names of their own, at most ten. `distinct`, of which there is at most one, counts the different
   * values of any field that holds one value; the others except `count` need a number field.
   */
  readonly measures: readonly { readonly name: string; readonly kind: MeasureKind; readonly field?: string }[];
  /** By a measure (groups without a value last), or by a step of `by` with its place; default: ascending by the keys. */
  readonly sort?: GroupOrder | undefined;
  /** Groups to return; default 1,000, at most 10,000. */
  readonly limit?: number;
  /** Search terms that the module's searchable fields must contain. */
  readonly terms?: string | undefined;
}

/** The groups in the requested order; by keys in ascending order those without a value are first. Money is in dollars. */
export interface GroupResult {
  /**
   * `keys`: one per item of `by`, null for records without a value; a time bucket is the day or hour on which it starts.
   * `measures`: by name; null if no record has a value.
   */
  readonly groups: readonly {
    readonly keys: readonly (string | number | null)[];
    readonly measures: { readonly [name: string]: number | null };
  }[];
  /** What did not stop the request, such as teams removed from the filter; empty: nothing. */
  readonly warnings: readonly OperationWarning[];
}

/** Input for reading the records related to a record. */
export interface RelatedInput {
  /** Name of the module of the record. */
  readonly module: string;
  /** Id of the record. */
  readonly id: string;
  /** A forward or reverse relation of the module. */
  readonly relation: string;
  /** In the filter grammar, over the related records; default: all of them. */
  readonly filter?: JsonValue | undefined;
  /** Default: the `defaultSort` of the related module. */
  readonly sort?: readonly SortDefinition[] | undefined;
  /** Records to skip; default 0. */
  readonly offset?: number;
  /** Records to return; default: the `pageSize` of the related module. No maximum: the API accepts up to 1,000. */
  readonly limit?: number;
  /** Names of the fields to return, in addition to `_id`; default: all that the actor may read. */
  readonly fields?: readonly string[] | undefined;
  /** Names of relate fields to return as `{ _id, name, ... }`, or true for all of them; default: none. */
  readonly populate?: readonly string[] | true | undefined;
  /** Counting may stop above this number: `total` is then not exact. Default: counts all. */
  readonly totalLimit?: number | undefined;
}

/** A search over all modules. */
export interface QuickSearchInput {
  /** Words that must all occur in the searchable fields of a record; without one: no results. */
  readonly terms: string;
  /** Records per module; default 4. */
  readonly limit?: number;
}

/** The result of a search over all modules. */
export interface QuickSearchResult {
  /** The best first. */
  readonly hits: readonly QuickSearchHit[];
  /** Modules that were left out because searching them takes too long; empty: none. */
  readonly warnings: readonly OperationWarning[];
}

/** A favorite of a user. */
export interface FavoriteRecord {
  /** Name of its module. */
  readonly module: string;
  /** The record as the user sees it. */
  readonly record: VisibleRecord;
}

/** A response body with the warnings as `_warnings`; the body itself if there are none. */
export function withWarnings<T extends object>(
  body: T,
  warnings: readonly OperationWarning[],
): T & { readonly _warnings?: readonly OperationWarning[] } {
  return warnings.length === 0 ? body : { ...body, _warnings: warnings };
}
