import type { CompiledModule } from '#engine/model/compiled';
import type { WorkflowDefinition, WorkflowStep } from '#engine/model/definitions';
import type { JsonValue } from '#engine/model/values';
import type { AccessScope, Actor } from '../../../access/index.ts';
import type { WriteOptions } from '../../../records/index.ts';
import type { RecordValues } from '../values/record-values.ts';
import type { WorkflowContext } from '../workflow-context.ts';
import type { StoredRun } from './stored-run.ts';

/** The record that steps are about: that of the run, or one of a loop. */
export interface Subject {
  readonly module: CompiledModule;
  /** Undefined: the run has no record. */
  readonly id: string | undefined;
}

/** What a step gets. */
export interface StepContext {
  readonly services: WorkflowContext;
  /** The definitions, and the rights of the user behind the run. */
  readonly scope: AccessScope;
  readonly workflow: WorkflowDefinition;
  readonly run: StoredRun;
  /** The workflow on behalf of the user who started it. */
  readonly actor: Actor;
  readonly subject: Subject;
  readonly values: RecordValues;
  /** Unique in the run. */
  readonly path: string;
  readonly signal: AbortSignal;
  /** Options of one save of the step: with a part of its own, if it makes several. */
  write(part?: string): WriteOptions;
}

/** What follows after a step: the next one, nothing for now, or nothing any more. */
export type StepOutcome = 'next' | 'waiting' | 'end';

/** A step of one type. */
export type StepOf<Type extends WorkflowStep['type']> = Extract<WorkflowStep, { readonly type: Type }>;

/** Does what a step says, at least once: its effects use idempotency keys. Returns what the run shows as its result. */
export type StepAction<Type extends WorkflowStep['type']> = (context: StepContext, step: StepOf<Type>) => Promise<JsonValue>;
