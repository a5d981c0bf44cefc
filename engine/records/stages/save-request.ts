import type { Actor, AccessScope } from '../../access/index.ts';
import type { CompiledModule, JsonObject, RecordDocument } from '#engine/model';
import type { OperationWarning, VisibleRecord } from '../contract.ts';
import type { SaveKind } from '../hooks.ts';
import type { RecordServices } from '../record-services.ts';
import type { UnitOfWorkBuilder, UnitRecord } from './unit-of-work-builder.ts';

/** What all saves of one call share. */
export interface WriteContext {
  readonly services: RecordServices;
  readonly scope: AccessScope;
  readonly batchId: string;
  readonly allowDuplicates: boolean;
  readonly changeSource: string;
  readonly quiet: boolean;
  /** The hooks of earlier commits that led to this one, the first one first. */
  readonly chain: readonly string[];
}

/** One attempt at a unit: made anew when a unit was stale. */
export interface SaveAttempt extends WriteContext {
  readonly unit: UnitOfWorkBuilder;
  /** An attempt before it was not committed: something that it took for granted is otherwise. */
  readonly isRetry: boolean;
  /** Epoch milliseconds and ISO text of this attempt, the same for all it writes. */
  readonly now: number;
  readonly at: string;
  readonly warnings: OperationWarning[];
}

/** One save that is asked for. */
export interface SaveRequest {
  readonly kind: SaveKind;
  readonly module: CompiledModule;
  /** Who the audit names. */
  readonly actor: Actor;
  /** Rights are not asked and fields set by the product may be written: the product itself, and changes that hooks make. */
  readonly trusted: boolean;
  readonly id: string;
  /** The record as it stands; absent for a create. */
  readonly before: UnitRecord | undefined;
  readonly fields: JsonObject;
  /** Fields of this save that the product set at first and now sets back: no rights are asked for them. */
  readonly trustedFields?: ReadonlySet<string> | undefined;
  /** Records that become part of this one: what they point to may stay pointed to, whoever sees it. */
  readonly mergedRecords?: readonly RecordDocument[];
  /** Refused unless the record still has this version. */
  readonly expectedVersion?: number | undefined;
  /** For an update: rules are asked though no field is to change. */
  readonly runHooksIfUnchanged?: boolean | undefined;
  /** The change that this save answers, for one made by an in-save hook. */
  readonly causedBy?: string | undefined;
  /** For a deletion: the record that this one becomes part of. */
  readonly mergedInto?: string;
  /** The hooks of this commit that asked for it, the first one first. */
  readonly links?: readonly string[] | undefined;
}

/** A save that is in its unit. */
export interface SavedRecord {
  readonly document: RecordDocument;
  /** Id of its entry in `_changes`; absent when nothing changed. */
  readonly changeId: string | undefined;
}

/** Shows a record to the actor of the call. */
export type ShowRecord = (document: RecordDocument) => Promise<VisibleRecord>;
