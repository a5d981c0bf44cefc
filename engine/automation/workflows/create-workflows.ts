import { MusterError } from '../../errors/index.ts';
import type { HookRegistry, NamedHook, PostSaveContext, SaveParticipant } from '../../records/index.ts';
import type { JobDefinition } from '../jobs/job-definition.ts';
import { workflowsOf } from './matching/compiled-workflows.ts';
import { matchSave } from './matching/match-save.ts';
import type { WorkflowOperations } from './operations/contract.ts';
import { createOperations } from './operations/create-operations.ts';
import { startRunsOfSave } from './runs/start-runs.ts';
import type { WorkflowConnections, WorkflowContext, WorkflowServices } from './workflow-context.ts';
import { createWorkflowJobs } from './workflow-jobs.ts';

/** The workflows of an installation: what saves start, and the jobs that run it. */
export interface Workflows {
  /** The hooks with those of workflows: one takes part in each save, the other starts the runs after it. */
  addHooksTo(hooks: HookRegistry): HookRegistry;
  /** Connects them with what runs use, which exists later. */
  connect(connections: WorkflowConnections): void;
  /** What people do with workflows and their runs. */
  readonly operations: WorkflowOperations;
  /** The jobs that execute runs. */
  readonly jobs: readonly JobDefinition[];
}

/** Creates the workflows of a process. Runs are executed once they are connected. */
export function createWorkflows(services: WorkflowServices): Workflows {
  let connected: WorkflowContext | undefined;
  const context = (): WorkflowContext => {
    if (connected === undefined) throw new MusterError('overloaded');
    return connected;
  };
  return {
    addHooksTo: (hooks) => addHooks(hooks, services, context),
    connect: (connections) => {
      connected = { ...services, ...connections };
    },
    operations: createOperations(context),
    jobs: createWorkflowJobs(context),
  };
}

function addHooks(hooks: HookRegistry, { ids }: WorkflowServices, context: () => WorkflowContext): HookRegistry {
  const participant: SaveParticipant = {
    concerns: ({ snapshot }, module) => workflowsOf(snapshot, module) !== undefined,
    prepare: (save) => matchSave(ids, save),
  };
  const hook: NamedHook<PostSaveContext> = {
    plugin: 'muster',
    name: 'workflows',
    appliesTo: ({ startsWorkflows }) => startsWorkflows,
    run: (save) => startRunsOfSave(context(), save),
  };
  const all = new Map<string, readonly NamedHook<PostSaveContext>[]>();
  return {
    ...hooks,
    participant,
    postSave: (module) => {
      const before = hooks.postSave(module);
      const known = all.get(module);
      if (known?.length === before.length + 1 && known[0] === before[0]) return known;
      const made = [...before, hook];
      all.set(module, made);
      return made;
    },
  };
}
