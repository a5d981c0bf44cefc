import type { JsonValue } from '../values/index.ts';

/**
 * The kinds of steps: a save (the requested one, or one by a hook), one of its stages, a hook, a workflow that it starts, the commit. Post-save
 * hooks run after the save, each attempt is a step.
 */
export const TRACE_STEP_KINDS = ['save', 'stage', 'preSave', 'inTransaction', 'onMerge', 'workflow', 'commit', 'postSave'] as const;

/** What a trace is about: the save of a record, a merge, or the undo of the changes of a record. */
export const TRACE_KINDS = ['create', 'update', 'delete', 'restore', 'remove', 'merge', 'undo'] as const;

/** The outcomes of traced saves. */
export const TRACE_OUTCOMES = ['saved', 'refused'] as const;

/** The outcome of a traced save. */
export type TraceOutcome = (typeof TRACE_OUTCOMES)[number];

/** A field that a step changed. Values of sensitive fields are masked; long values are cut. */
export type TraceField = {
  readonly field: string;
  readonly label: string;
  readonly before: JsonValue;
  readonly after: JsonValue;
  /** Whether a value is longer than what is shown of it. */
  readonly isCut: boolean;
};

/** A query of a step, without its values. */
export type TraceQuery = { readonly kind: string; readonly collection: string; readonly milliseconds: number };

/** Why a save failed. */
export type TraceError = { readonly code: string; readonly text: string };

/** A step of a traced save, in the order in which they began. Times in milliseconds, with fractions. */
export type TraceStep = {
  readonly kind: (typeof TRACE_STEP_KINDS)[number];
  readonly name: string;
  /** The plugin of a hook; null: the product. */
  readonly plugin: string | null;
  /** How many steps contain it. */
  readonly depth: number;
  /** Since the save began. */
  readonly start: number;
  readonly milliseconds: number;
  readonly fields: readonly TraceField[];
  /** The first queries; `queryCount` is the number of all. */
  readonly queries: readonly TraceQuery[];
  readonly queryCount: number;
  /** Id of the run of a workflow; null: the step is none. */
  readonly run: string | null;
  readonly error: TraceError | null;
};

/** What a save did. */
export type TraceResult = {
  readonly outcome: TraceOutcome;
  readonly error: TraceError | null;
  readonly milliseconds: number;
  readonly queryCount: number;
  readonly steps: readonly TraceStep[];
  /** Steps that are left out, because there are too many. */
  readonly stepsLeftOut: number;
};

/** A traced save in a list. */
export type SaveTraceSummary = Omit<TraceResult, 'steps' | 'stepsLeftOut'> & {
  readonly _id: string;
  readonly at: string;
  /** Id and name of the user who saved; null: the product. */
  readonly user: string | null;
  readonly userName: string;
  /** Current name of the module. */
  readonly module: string;
  readonly record: string;
  /** The record of a merge is the one that stays. */
  readonly kind: (typeof TRACE_KINDS)[number];
};

/** A traced save. */
export type SaveTraceView = SaveTraceSummary &
  TraceResult & {
    /** Whether it can be replayed: it is a save other than a permanent deletion, and what it saved is not too large. */
    readonly canReplay: boolean;
  };

/** A difference between two traces. */
export type TraceDifference = {
  /** What differs. */
  readonly kind: 'outcome' | 'error' | 'step' | 'field';
  /** The step that it is about: its kind and name; of an outcome or an error of the save: empty. */
  readonly step: string;
  /** Label of the field; empty: it is about none. */
  readonly field: string;
  /** As text for people; null: there is none. */
  readonly before: string | null;
  readonly after: string | null;
};

/** The replay of a save beside what was traced. */
export type SaveReplayView = {
  readonly old: SaveTraceView;
  readonly replayed: TraceResult;
  readonly differences: readonly TraceDifference[];
};

/** A user whose saves are traced. */
export type TraceSwitchView = {
  readonly user: string;
  readonly userName: string;
  /** When tracing ends, as an ISO time. */
  readonly until: string;
};
