import type { Actor, Rights } from '../access/index.ts';
import type { ClockPort, GeocoderPort, IdsPort, LogPort, MailMessage } from '../ports/index.ts';
import type { CompiledModule, DraftOf, FieldOf, FilterNode, JsonValue, RecordOf } from '#engine/model';
import type { RecordOperations } from './contract.ts';

export type SaveKind = 'create' | 'update' | 'delete' | 'restore' | 'remove';

/** The save that a hook looks at. With the name of a module its fields are typed, also in the contexts below: `SaveEvent<'subs'>`. */
export interface SaveEvent<Module extends string = string> {
  readonly kind: SaveKind;
  readonly module: CompiledModule;
  readonly id: string;
  /** The stored record before; absent for a create. */
  readonly before: RecordOf<Module> | undefined;
  /** Names of fields whose value differs from before. */
  changed(): ReadonlySet<FieldOf<Module>>;
  /** Whether somebody makes or changes a record that is there, so that rules may ask for something: an undo goes back to what was, and of a deleted record nothing is asked. */
  isEdit(): boolean;
  readonly actor: Actor;
  readonly batchId: string;
  readonly allowDuplicates: boolean;
  /** Whether the product brings in records that it vouches for, such as demo data: what follows from them comes along, and is not made anew. */
  readonly isBulkLoad: boolean;
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
  /** The hooks that led here, this one last: 'subs: inTransaction subs submission'. */
  readonly chain: readonly string[];
}

/** Reading inside a unit of work: each read is remembered, and the unit runs again if it is stale at the commit. */
export interface UnitReader {
  /** A record as stored, whoever asks: rules see what people may not. Undefined when there is none. */
  get<Module extends string>(module: Module, id: string): Promise<RecordOf<Module> | undefined>;
  /** Matches of a trusted filter of the grammar, deleted records left out; what is found is remembered by version. */
  find<Module extends string>(module: Module, filter: JsonValue, options?: { readonly limit?: number }): Promise<readonly RecordOf<Module>[]>;
}

export interface PreSaveContext<Module extends string = string> extends HookContext {
  readonly event: SaveEvent<Module>;
  /** The record as it will be written; a hook may set fields. */
  readonly draft: DraftOf<Module>;
  readonly unit: UnitReader;
  /** What the person behind the save may do, whatever the plugin that acts for them may; the product itself may do everything. */
  readonly rights: Pick<Rights, 'unrestricted' | 'module'>;
  /** Where ZIPs are. */
  readonly geocoder: Pick<GeocoderPort, 'findZip'>;
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
  requireAbsence(module: string, filter: FilterNode, options: { readonly exceptIds: readonly string[]; readonly lockKeys: readonly string[] }): void;
}

export interface InTransactionContext<Module extends string = string> extends HookContext {
  readonly event: SaveEvent<Module>;
  /** The record as it is written. */
  readonly record: RecordOf<Module>;
  readonly unit: UnitReader;
  /** Changes to other records that stand or fall with this save; validated, audited and hooked like any save, on behalf of the actor. A new one may bring its `_id`, of `ids`. */
  create(module: string, fields: { readonly [field: string]: JsonValue }): Promise<string>;
  update(module: string, id: string, fields: { readonly [field: string]: JsonValue }): Promise<void>;
  markDeleted(module: string, id: string): Promise<void>;
  refuse: PreSaveContext['refuse'];
}

/** A merge that hooks look at. */
export interface MergeEvent {
  readonly module: CompiledModule;
  readonly primaryId: string;
  /** Empty when only values of a record that was never saved went into the primary. */
  readonly duplicateIds: readonly string[];
  readonly actor: Actor;
  readonly batchId: string;
}

export interface MergeHookContext extends HookContext {
  readonly event: MergeEvent;
  /** Makes a record in the commit that ends the merge; validated, audited and hooked like any save, on behalf of the actor, whatever they may create. */
  create(module: string, fields: { readonly [field: string]: JsonValue }): Promise<string>;
  refuse: PreSaveContext['refuse'];
}

export interface PostSaveContext<Module extends string = string> extends HookContext {
  readonly event: Omit<SaveEvent<Module>, 'changed' | 'isEdit' | 'changeSource'> & SaveMetadata & { readonly changedFields: readonly FieldOf<Module>[] };
  readonly record: RecordOf<Module> | undefined;
  /** Whether it was this very save that gave the field what it holds now: effects come later than their save, and others may have saved since. */
  readonly isLatest: (field: string) => Promise<boolean>;
  /**
   * Makes a record that follows from the save, as the product, whatever the saver may do with its module. It belongs to the
   * batch of the save and goes back with it. However often the hook runs, the same purpose makes it once; none is made
   * while another matches `unless`. Answers its id, or undefined when none was made.
   */
  readonly createOnce: (input: CreateOnceInput) => Promise<string | undefined>;
  /** Where people open the product, for links in e-mails: without a slash at its end. */
  readonly publicUrl: string;
  /** Hands an e-mail over, at least once: a hook that fails later on and runs again sends it again. Errors: `mail_failed`. */
  readonly mail: (message: MailMessage) => Promise<void>;
  /**
   * Sends an active user who has neither a password nor an invite their invite, as whoever makes users does: at least once,
   * and the same one when the hook runs again. Nothing happens to everyone else. Errors: `mail_failed`.
   */
  readonly invite: (userId: string) => Promise<void>;
}

/** What history keeps of a save. */
export interface SaveMetadata {
  /** The same however often an effect is tried; rises with time. */
  readonly changeId: string;
  /** ISO time of the save. */
  readonly at: string;
  /** Version of the record after the save; for a removal, the last it had. */
  readonly version: number;
  /** The record that this one became part of, where a merge marked it deleted. */
  readonly mergedInto: string | undefined;
}

/** A record that follows from a save. */
export interface CreateOnceInput {
  readonly module: string;
  /** What it is for, in a word: one of a purpose is made for each save. */
  readonly purpose: string;
  readonly fields: { readonly [field: string]: JsonValue };
  /** A filter of the grammar over the module: a record that matches it makes a new one needless. */
  readonly unless?: JsonValue;
}

/** Which hooks a module has, in order of plugins; made by the plugin host, read by the pipeline. */
export interface HookRegistry {
  preSave(module: string): readonly NamedHook<PreSaveContext>[];
  inTransaction(module: string): readonly NamedHook<InTransactionContext>[];
  onMerge(module: string): readonly NamedHook<MergeHookContext>[];
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
