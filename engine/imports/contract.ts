import type { JsonObject } from '#engine/model/values';
import type {
  ImportColumnChoice,
  ImportCorrections,
  ImportDuplicates,
  ImportFieldView,
  ImportFormat,
  ImportProblemKind,
  ImportRowState,
  ImportRowView,
  ImportView,
} from '#engine/model/wire';
import type { Actor } from '../access/index.ts';
import type { JobDefinition } from '../automation/index.ts';
import type { ExportFile } from '../exports/index.ts';
import type { ReadChoice } from './read/source.ts';

/** A file that is uploaded to be imported. */
export interface ImportUpload {
  /** Name of the module. */
  readonly module: string;
  /** The name that the client sent. */
  readonly name: string;
  /** Undefined: as found by name and content. */
  readonly format?: ImportFormat | undefined;
  readonly content: AsyncIterable<Uint8Array>;
  /** The size that the client declared, so that a large file is refused before it is read; it may be wrong. */
  readonly declaredSize?: number | undefined;
  /** How the file is read; absent: as found. */
  readonly read?: ReadChoice | undefined;
  /** A repeated key returns the first import again. */
  readonly key?: string | undefined;
}

/** How the file of a program is imported. */
export interface ProgramImport extends ImportUpload {
  readonly mode: 'create' | 'update' | 'upsert';
  /** Names of the fields that say which record a row is about, one of them unique, or `_id`; empty for 'create'. */
  readonly keyFields: readonly string[];
  readonly dryRun: boolean;
  readonly allowDuplicates: boolean;
  /** Creates records from a file that was imported before. */
  readonly again: boolean;
}

/** What a user changes of an import; absent properties stay as they are. */
export interface ImportChanges {
  readonly version?: number | undefined;
  /** How the file is read: it is read again, and its columns are proposed again. */
  readonly read?: ReadChoice | undefined;
  readonly columns?: readonly ImportColumnChoice[] | undefined;
  readonly constants?: JsonObject | undefined;
  readonly duplicates?: ImportDuplicates | undefined;
  readonly corrections?: ImportCorrections | undefined;
}

/** Which rows of an import are read. */
export interface ImportRowsInput {
  /** Absent: rows of any state. */
  readonly state?: ImportRowState | undefined;
  /** Only rows with this kind of problem, whatever their state; absent: all. */
  readonly problem?: Pick<ImportProblemKind, 'column' | 'field' | 'code'> | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** A page of the rows of an import. */
export interface ImportRowPage {
  readonly data: readonly ImportRowView[];
  readonly total: number;
}

/**
 * Imports of records from files. Each belongs to the user who uploaded the file; System Admins see all. For everybody else an import does
 * not exist (`import_not_found`). Besides the errors that they name, functions reject with those of the store and the files port.
 */
export interface ImportOperations {
  /**
   * Stores a file, reads it, and proposes what its columns are imported as.
   * @throws `module_not_found`, `module_access_denied`, `action_not_allowed` without the right to create; `file_too_large`, `file_empty`,
   * `imports_too_many`, `import_file_invalid`, `import_encoding_wrong`, `import_quote_open`, `import_columns_many`, `import_rows_many`.
   */
  upload(actor: Actor, input: ImportUpload): Promise<ImportView>;
  /**
   * Stores the file of a program, whose columns have the names or labels of fields, and starts the import.
   * @throws those of `upload`; `unknown_field` for columns that are no fields of the actor; `parameter_invalid` for a key that cannot be used;
   * `import_repeated` for records that would be created twice; `idempotency_conflict`.
   */
  run(actor: Actor, input: ProgramImport): Promise<ImportView>;
  /** The actor's imports, for System Admins those of all users, the newest first. */
  list(actor: Actor, page: { readonly offset: number; readonly limit: number }): Promise<{ data: readonly ImportView[]; total: number }>;
  /** @throws `import_not_found`. */
  get(actor: Actor, id: string): Promise<ImportView>;
  /**
   * The fields that columns can be imported as.
   * @throws `import_not_found`, `module_not_found`.
   */
  fields(actor: Actor, id: string): Promise<readonly ImportFieldView[]>;
  /**
   * Changes how an import is read and what its columns are. Its check has to be made again.
   * @throws `import_not_found`, `import_changed`, `import_state_wrong`, `import_mapping_invalid`; those of reading a file.
   */
  update(actor: Actor, id: string, changes: ImportChanges): Promise<ImportView>;
  /**
   * Checks all rows without saving anything: a small file at once, a large one by a job.
   * @throws `import_not_found`, `import_state_wrong`, `import_mapping_invalid`, `action_not_allowed`.
   */
  check(actor: Actor, id: string): Promise<ImportView>;
  /**
   * Starts to save the rows.
   * @throws those of `check`; `import_repeated` if the file was imported before and no row is compared with records, unless `again` is set.
   */
  start(actor: Actor, id: string, options: { readonly version?: number | undefined; readonly again: boolean }): Promise<ImportView>;
  /** Pauses after the present chunk. @throws `import_not_found`, `import_state_wrong`. */
  pause(actor: Actor, id: string): Promise<ImportView>;
  /** Continues an import that is paused or failed. @throws `import_not_found`, `import_state_wrong`, `action_not_allowed`. */
  resume(actor: Actor, id: string): Promise<ImportView>;
  /** Ends an import after the present chunk, or a check. What was saved stays, and can be undone. @throws `import_not_found`, `import_state_wrong`. */
  cancel(actor: Actor, id: string): Promise<ImportView>;
  /** Removes an import with its file. The records stay. @throws `import_not_found`, `import_state_wrong` while it runs. */
  remove(actor: Actor, id: string): Promise<void>;
  /** A page of its rows: all, those of a state, or those with a problem. @throws `import_not_found`, `import_file_gone`. */
  rows(actor: Actor, id: string, page: ImportRowsInput): Promise<ImportRowPage>;
  /** The rows with problems as a file of the same columns, with one column more: why. @throws `import_not_found`, `import_file_gone`. */
  errors(actor: Actor, id: string, format: 'csv' | 'xlsx'): Promise<ExportFile>;
}

/** Imports with their background work. */
export interface Imports extends ImportOperations {
  /** Removes imports that are stored long enough, and returns how many. */
  removeOld(): Promise<number>;
  /** The jobs that check and save rows, and that continue what was lost. */
  readonly jobs: readonly JobDefinition[];
}
