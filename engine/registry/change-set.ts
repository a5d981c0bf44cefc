import type { DefinitionKind } from '#engine/model/definitions';
import type { AnyDefinition } from './base/definition-set.ts';

/** A settled conflict. It is reported again when the base has another value than this one. */
export interface SettledConflict {
  /** Kind of the artifact. */
  readonly kind: DefinitionKind;
  /** Stable id of the artifact. */
  readonly id: string;
  /** Place of the value in the artifact. */
  readonly path: string;
  /** The value of the base; null: none. */
  readonly base: unknown;
}

/** A stored change-set of the customizations. */
export interface ChangeSet {
  /** Its id. */
  readonly _id: string;
  /** Version of the definitions that it created; determines the order of change-sets. */
  readonly definitionVersion: number;
  /** Id of the user, or null for the system. */
  readonly author: string | null;
  /** ISO time of its publication. */
  readonly at: string;
  /** A reverted one has no effect any more. */
  readonly state: 'draft' | 'published' | 'reverted';
  /** As its author named it; absent: one definition was written without a draft. */
  readonly name?: string;
  /** Id of the change-set that it reverts; absent: none. */
  readonly reverts?: string;
  /** What it changes, each artifact once. */
  readonly changes: readonly DefinitionChange[];
  /** The conflicts that it settles; absent: none. */
  readonly settled?: readonly SettledConflict[];
  /** Stable ids of removed fields and modules whose values stay; absent: none. */
  readonly retained?: readonly string[];
  /** Stable ids of fields and modules of earlier change-sets whose values it removes for good; absent: none. */
  readonly cleared?: readonly string[];
  /** Ids of aliases of earlier renames that it removes; absent: none. */
  readonly removedAliases?: readonly string[];
}

/** A change of one artifact. */
export interface DefinitionChange {
  /** Kind of the artifact. */
  readonly kind: DefinitionKind;
  /** Stable id of the artifact. */
  readonly id: string;
  /** The artifact before; null: it did not exist. */
  readonly before: AnyDefinition | null;
  /** The artifact after; null: it is removed. */
  readonly after: AnyDefinition | null;
}
