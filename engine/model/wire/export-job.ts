/** More records than this are exported as a job, which the export dialog proposes; the direct export has no such limit. */
export const EXPORT_JOB_RECORDS = 50_000;

/** Days for which the file of an export can be downloaded. */
export const EXPORT_JOB_DAYS = 7;

/** 'waiting' and 'running': the file is not there yet. 'done': it can be downloaded. 'cancelled', 'failed': there is none. */
export const EXPORT_JOB_STATES = ['waiting', 'running', 'done', 'cancelled', 'failed'] as const;
export type ExportJobState = (typeof EXPORT_JOB_STATES)[number];

/** An export that runs as a job, as its user sees it. */
export interface ExportJobView {
  readonly _id: string;
  /** Name of the module. */
  readonly module: string;
  readonly state: ExportJobState;
  /** The name under which the file is saved. */
  readonly filename: string;
  /** Records that are written, of all of them; `total` is null until they are counted, or if that takes too long. */
  readonly progress: { readonly done: number; readonly total: number | null };
  /** Bytes of the file; null: it is not there. */
  readonly size: number | null;
  /** Why it failed. */
  readonly problem: { readonly code: string; readonly text: string } | null;
  readonly createdAt: string;
  readonly endedAt: string | null;
  /** When the export is removed with its file. */
  readonly expiresAt: string;
}
