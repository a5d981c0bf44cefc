import type { ExportJobView } from '#engine/model/wire';
import type { Actor } from '../access/index.ts';
import type { JobDefinition } from '../automation/index.ts';
import type { ExportFile, ExportFormat, ExportValues } from '../exports/index.ts';
import type { StoredInput } from './stored-export.ts';

/** An export that is to run as a job. */
export interface ExportJobInput extends StoredInput {
  /** Name of the module. */
  readonly module: string;
  readonly format: ExportFormat;
  readonly values: ExportValues;
}

/** What a user may do with their own exports. There is no access to those of others, for System Admins either. */
export interface ExportJobOperations {
  /**
   * Starts an export.
   * @throws `action_not_allowed` without the right to export, and for an actor who is not a user; `module_not_found`, `unknown_field`,
   * `filter_invalid`, `exports_too_many`, `store_full`.
   */
  start(actor: Actor, input: ExportJobInput): Promise<ExportJobView>;
  /** The actor's exports, the newest first. */
  list(
    actor: Actor,
    page: { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly data: readonly ExportJobView[]; readonly total: number }>;
  /** @throws `export_not_found`, also for one of another user. */
  get(actor: Actor, id: string): Promise<ExportJobView>;
  /**
   * The file.
   * @throws `export_not_found`; `export_state_wrong` if there is no file; `export_expired`; `export_rights_changed` if the rights of the
   * user are not those that it was written with; `action_not_allowed` without the right to export.
   */
  open(actor: Actor, id: string): Promise<ExportFile>;
  /** Ends an export that has not ended. @throws `export_not_found`, `export_state_wrong`. */
  cancel(actor: Actor, id: string): Promise<ExportJobView>;
  /** Removes an export that has ended, with its file. @throws `export_not_found`, `export_state_wrong`. */
  remove(actor: Actor, id: string): Promise<void>;
}

/** Exports that run as jobs. */
export interface ExportJobs extends ExportJobOperations {
  /** Removes those whose time is over, with their files, and returns how many. */
  removeOld(): Promise<number>;
  readonly jobs: readonly JobDefinition[];
}
