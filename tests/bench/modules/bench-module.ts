import type { DefinitionInput } from '../../../engine/registry/index.ts';
import type { JsonObject } from '#engine/model/values';
import type { Random } from '../../../definitions/seeds/random.ts';

/** The people of the bench: the reader is in two teams, and another user owns the records. */
export interface People {
  readonly mine: readonly string[];
  readonly others: string;
  readonly owner: string;
}

/** Minimum ratios of our results to those of the baseline. */
export interface Targets {
  readonly get: number;
  readonly page: number;
  readonly contains: number;
  readonly create: number;
  readonly update: number;
  readonly offset: number;
}

export type StoreName = 'sqlite' | 'mongodb';

/** The module that the workloads read and write. Its records have `first_name`, `last_name`, `name`, `next_step` and a status. */
export interface BenchModule {
  readonly name: string;
  /** Records in the store unless `--size` gives another number. */
  readonly size: number;
  /** The field that pages are filtered by, and its values. */
  readonly statusField: string;
  readonly statuses: readonly string[];
  /** Fields that the roles of the reader hide. */
  readonly hiddenFields: readonly string[];
  /** The offset workload reads pages at about this offset, in a store with `size` records. */
  offset(size: number): number;
  /** Definitions that the product does not have. */
  readonly definitions: readonly DefinitionInput[];
  readonly targets: { readonly [Store in StoreName]: Targets };
  /** Realistic records; those of a team of the reader are visible. */
  makeRecords(people: People, size: number): Iterable<JsonObject>;
  /** Whether the reader can see a record of {@link makeRecords}. */
  isVisible(record: JsonObject, people: People): boolean;
  /** Creates bodies of new records, none of them a duplicate of another. */
  createBodies(random: Random): () => JsonObject;
}
