import { inject } from 'vitest';
import type { PluginManifest } from '#engine';
import { MATCH_ALL } from '#engine/model/filter';
import type { WorkflowDefinition, WorkflowStep } from '#engine/model/definitions';
import type { JsonObject } from '#engine/model/values';
import { RUNS_COLLECTION, readRun, type StoredRun } from '../../engine/automation/workflows/runs/stored-run.ts';
import { waitUntil } from '../../engine/testing/wait-until.ts';
import type { TestServer } from '../support/start-server.ts';

const TIMEOUT = 30_000 * inject('timeoutFactor');

/** A workflow of tools that runs when a tool is saved, and changes notes. */
export function makeWorkflow(id: string, more: Partial<WorkflowDefinition>): WorkflowDefinition {
  return { id, name: `Workflow ${id}`, module: 'tools', active: true, executionOccurs: 'save', ...more };
}

/** A step that sets fields of the record to constants. */
export function setFields(id: string, fields: JsonObject): WorkflowStep {
  return {
    id,
    type: 'update-record',
    values: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { value }])),
  };
}

/** A plugin that brings workflows. */
export function createWorkflowPlugin(workflows: readonly WorkflowDefinition[], more: Partial<PluginManifest> = {}): PluginManifest {
  return {
    name: 'flows',
    version: '1.0.0',
    engine: '*',
    ...more,
    definitions: { items: workflows.map((definition) => ({ kind: 'workflow' as const, definition })) },
  };
}

/** Runs the effects of all saves, and waits until no run of a workflow is waiting to begin or running. */
export async function settle({ application }: TestServer): Promise<void> {
  const isIdle = async (): Promise<boolean> => {
    // In this order: a run that ends after the effects were run may have saved something.
    const [health] = await application.queue.health(['muster/run-workflows']);
    const isQueueIdle = health === undefined || health.waiting + health.running + health.delayed === 0;
    return (await application.outbox.drain()) === 0 && isQueueIdle;
  };
  await waitUntil(isIdle, { timeout: TIMEOUT, what: 'The end of all runs of workflows' });
}

/** The runs of a record, or all runs, in the order in which they started. */
export async function runsOf({ application }: TestServer, id?: string): Promise<readonly StoredRun[]> {
  const found = await application.store.find({ collection: RUNS_COLLECTION.name, filter: MATCH_ALL, sort: [], limit: 10_000 });
  const runs = found.map(({ document }) => readRun(document)).filter((run) => id === undefined || run.record_id === id);
  return [...runs].sort((a, b) => a.at - b.at || (a._id < b._id ? -1 : 1));
}

/** What became of the runs of a record: `workflow status` or `workflow status code`, sorted. */
export async function outcomesOf(server: TestServer, id: string): Promise<readonly string[]> {
  const runs = await runsOf(server, id);
  return runs.map(({ workflow, status, error }) => [workflow, status, ...(error === undefined ? [] : [error.code])].join(' ')).sort();
}
