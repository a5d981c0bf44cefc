import type { SaveTraceSummary, TraceResult } from '#engine/model/wire';
import type { CompiledModule } from '#engine/model/compiled';
import type { JsonObject, RecordDocument } from '#engine/model/values';
import type { Actor } from '../../access/index.ts';
import type { SaveKind } from '../hooks.ts';

/** A save as it was requested, so that it can be run again. Contains sensitive values: it is stored encrypted only. */
export interface SaveToReplay {
  readonly kind: SaveKind;
  /** Name of the module. */
  readonly module: string;
  readonly id: string;
  readonly fields: JsonObject;
  readonly expectedVersion?: number | undefined;
  readonly runHooksIfUnchanged?: boolean | undefined;
  readonly allowDuplicates: boolean;
  readonly changeSource: string;
  readonly actor: Actor;
  /** The record before the save, and the version of the definitions that it has; null: there was none. */
  readonly before: RecordDocument | null;
  readonly definitionVersion: number;
}

/** A save that was traced. */
export interface TracedSave {
  readonly id: string;
  /** When it began, in epoch milliseconds. */
  readonly at: number;
  readonly module: CompiledModule;
  readonly kind: SaveTraceSummary['kind'];
  /** Id of the record. */
  readonly record: string;
  /** Id of the user who saved; undefined: the product. */
  readonly user: string | undefined;
  readonly result: TraceResult;
  /** Ids of its entries in `_changes`, which get the times of its post-save hooks. */
  readonly changes: readonly string[];
  /** The save itself; undefined: it is none that can be run again, such as a merge. */
  readonly save: SaveToReplay | undefined;
}

/** Says whose saves are traced, and stores the traces. */
export interface SaveTracer {
  /** Whether the saves of a user are traced now; called once for each write, so it must be a search by id. */
  isOn(userId: string | undefined): boolean;
  /** Stores a trace. Never throws: a save does not depend on its trace. */
  store(traced: TracedSave): Promise<void>;
}
