import type { Actor, AccessScope } from '../../access/index.ts';
import type { CompiledModule, JsonObject, RecordDocument } from '#engine/model';
import type { OperationWarning } from '../contract.ts';
import type { SaveKind } from '../hooks.ts';
import type { RecordServices } from '../record-services.ts';
import type { UnitOfWorkBuilder, UnitRecord } from './unit-of-work-builder.ts';

/** What all saves of one request share. */
export interface WriteContext {
  readonly services: RecordServices;
  readonly scope: AccessScope;
  readonly batchId: string;
  readonly allowDuplicates: boolean;
  readonly changeSource: string;
  readonly quiet: boolean;
  /** The hooks of earlier commits that led to this one, first one first. */
  readonly chain: readonly string[];
}

/** One attempt to build a unit; a stale unit is built again in a new attempt. */
export interface SaveAttempt extends WriteContext {
  readonly unit: UnitOfWorkBuilder;
  /** An earlier attempt was not committed, because its reads or checks were stale. */
  readonly isRetry: boolean;
  /** The time of this attempt in epoch milliseconds and as ISO text, the same for all its writes. */
  readonly now: number;
  readonly at: string;
  readonly warnings: OperationWarning[];
}

/** One requested save. */
export interface SaveRequest {
  readonly kind: SaveKind;
  readonly module: CompiledModule;
  /** The actor that the audit log records. */
  readonly actor: Actor;
  /** Rights are not checked, and fields set by the product may be written: for the product itself, and for changes by hooks. */
  readonly trusted: boolean;
  readonly id: string;
  /** The current record; absent for a create. */
  readonly before: UnitRecord | undefined;
  readonly fields: JsonObject;
  /** Fields of this save that the product sets or restores: their rights are not checked. */
  readonly trustedFields?: ReadonlySet<string> | undefined;
  /** Records that are merged into this one: links that they contain are allowed regardless of visibility. */
  readonly mergedRecords?: readonly RecordDocument[];
  /** Rejected unless the record still has this version. */
  readonly expectedVersion?: number | undefined;
  /** For an update: hooks run even if no field changes. */
  readonly runHooksIfUnchanged?: boolean | undefined;
  /** The change that this save responds to, if an in-transaction hook makes it. */
  readonly causedBy?: string | undefined;
  /** For a deletion: the record that this one is merged into. */
  readonly mergedInto?: string;
  /** The hooks of this commit that led to it, first one first. */
  readonly links?: readonly string[] | undefined;
}

/** A save that was added to its unit. */
export interface SavedRecord {
  readonly document: RecordDocument;
  /** Id of its entry in `_changes`; absent when nothing changed. */
  readonly changeId: string | undefined;
}
