import type { SaveReplayView, SaveTraceSummary, SaveTraceView, TraceOutcome, TraceSwitchView } from '#engine/model/wire';
import type { Access, Actor } from '../access/index.ts';
import type { JobDefinition } from '../automation/index.ts';
import type { RecordOperations, SaveToReplay, SaveTracer } from '../records/index.ts';

/** Which traces to list. */
export interface SaveTracesInput {
  /** Id of the user who saved. */
  readonly user?: string | undefined;
  /** Name of the module. */
  readonly module?: string | undefined;
  /** Id of the record. */
  readonly record?: string | undefined;
  readonly outcome?: TraceOutcome | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** What System Admins do with traces of saves. All throw `admin_only`. */
export interface SaveTraceOperations {
  /** The newest first. */
  list(actor: Actor, input: SaveTracesInput): Promise<{ readonly data: readonly SaveTraceSummary[]; readonly total: number }>;
  /** @throws `save_trace_not_found`. */
  get(actor: Actor, id: string): Promise<SaveTraceView>;
  /** @throws `save_trace_not_found`. */
  remove(actor: Actor, id: string): Promise<void>;
  /**
   * Runs a save again with the plugins and workflows of now, and saves nothing.
   * @throws `save_trace_not_found`, `save_trace_not_replayable`.
   */
  replay(actor: Actor, id: string): Promise<SaveReplayView>;
  /** The users whose saves are traced now. */
  switches(actor: Actor): Promise<readonly TraceSwitchView[]>;
  /**
   * Traces the saves of a user for one hour from now.
   * @throws `record_not_found`, `save_trace_users_exceeded`.
   */
  switchOn(actor: Actor, user: string): Promise<TraceSwitchView>;
  /** Ends it. Does nothing if it is off. */
  switchOff(actor: Actor, user: string): Promise<void>;
}

/** Traces of saves of an installation. */
export interface SaveTraces {
  /** Says whose saves are traced, and stores the traces. */
  readonly tracer: SaveTracer;
  /** Loads whose saves are traced, if that may have changed: each change of it raises the version of rights. */
  readonly refreshTo: (rightsVersion: number) => Promise<void> | undefined;
  readonly operations: SaveTraceOperations;
  /** Connects it with what exists later. */
  connect(connections: SaveTraceConnections): void;
  /** The job that removes old traces. */
  readonly jobs: readonly JobDefinition[];
}

/** What traces are connected to once the product is composed. */
export interface SaveTraceConnections {
  readonly access: Pick<Access, 'scope'>;
  readonly records: Pick<RecordOperations, 'names'>;
  /** Runs a save again without writing anything. */
  replay(save: SaveToReplay): Promise<SaveReplayView['replayed']>;
}
