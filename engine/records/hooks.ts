import type { Actor, Rights } from '../access/index.ts';
import type { ClockPort, IdsPort, LogPort } from '../ports/index.ts';
import type { CompiledModule, FilterNode, JsonValue, RecordDocument, RecordDraft } from '#engine/model';
import type { RecordOperations } from './contract.ts';

export type SaveKind = 'create' | 'update' | 'delete' | 'restore' | 'remove';

/** The save that a hook looks at. */
export interface SaveEvent {
  readonly kind: SaveKind;
  readonly module: CompiledModule;
  readonly id: string;
  /** The stored record before; absent for a create. */
  readonly before: RecordDocument | undefined;
  /** Names of fields whose value differs from before. */
  changed(): ReadonlySet<string>;
  readonly actor: Actor;
  readonly batchId: string;
  readonly allowDuplicates: boolean;
  /** What the audit names as the source: 'direct record', 'merge', 'undo' … */
  readonly changeSource: string;
}

/** Narrow services for a handler; never the store or Fastify. */
export interface HookContext {
  readonly actor: Actor;
  readonly clock: ClockPort;
  readonly ids: IdsPort;
  readonly log: LogPort;
  /** A setting of the product, as an admin set it, or the plugin's default. */
  setting(key: string): JsonValue | undefined;
  readonly records: RecordOperations;
}

/** Reading inside a unit of work: each read is remembered, and the unit runs again if it is stale at the commit. */
export interface UnitReader {
  /** A record as stored, whoever asks: rules see what people may not. Undefined when there is none. */
  get(module: string, id: string): Promise<RecordDocument | undefined>;
  /** Matches of a trusted filter of the grammar, deleted records left out; what is found is remembered by version. */
  find(module: string, filter: JsonValue, options?: { readonly limit?: number }): Promise<readonly RecordDocument[]>;
}

export interface PreSaveContext extends HookContext {
  readonly event: SaveEvent;
  /** The record as it will be written; a hook may set fields. */
  readonly draft: RecordDraft;
  readonly unit: UnitReader;
  /** What the person behind the save may do, whatever the plugin that acts for them may; the product itself may do everything. */
  readonly rights: Pick<Rights, 'unrestricted' | 'module'>;
  /**
   * The save was tried before and not committed, for something that it took for granted is otherwise. A hook may guard
   * first and search only then: most guards hold, and the search is saved.
   */
  readonly isRetry: boolean;
  /** Ends the save with a code of the plugin's errors (or of the catalogue), a text and data. */
  refuse(code: string, options?: { readonly message?: string; readonly data?: { readonly [name: string]: unknown }; readonly details?: readonly { readonly field: string; readonly code: string; readonly message: string }[] }): never;
  /** A note for the answer of a save that goes through. */
  warn(code: string, text: string): void;
  /** A search that found nothing but `exceptIds` and must still find nothing at the commit. */
  guardAbsence(module: string, filter: FilterNode, options: { readonly exceptIds: readonly string[]; readonly lockKeys: readonly string[] }): void;
}

export interface InSaveContext extends HookContext {
  readonly event: SaveEvent;
  /** The record as it is written. */
  readonly record: RecordDocument;
  readonly unit: UnitReader;
  /** Changes to other records that stand or fall with this save; validated, audited and hooked like any save, on behalf of the actor. */
  create(module: string, fields: { readonly [field: string]: JsonValue }): Promise<string>;
  update(module: string, id: string, fields: { readonly [field: string]: JsonValue }): Promise<void>;
  markDeleted(module: string, id: string): Promise<void>;
  refuse: PreSaveContext['refuse'];
}

export interface PostSaveContext extends HookContext {
  readonly event: Omit<SaveEvent, 'changed' | 'changeSource'> & { readonly changedFields: readonly string[] };
  readonly record: RecordDocument | undefined;
}

/** Which hooks a module has, in order of plugins; made by the plugin host, read by the pipeline. */
export interface HookRegistry {
  preSave(module: string): readonly NamedHook<PreSaveContext>[];
  inSave(module: string): readonly NamedHook<InSaveContext>[];
  postSave(module: string): readonly NamedHook<PostSaveContext>[];
  /** Throws `plugin_unavailable` when a plugin that hooks the module is off because its start failed. */
  assertAvailable(module: string): void;
}

export interface NamedHook<Context> {
  readonly plugin: string;
  readonly name: string;
  /** Runs with the handler's deadline; a throw that is not a refusal becomes `plugin_failed`. */
  run(context: Context): Promise<void>;
}
