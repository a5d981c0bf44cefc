import { allOf, type FilterNode } from '#engine/model/filter';
import type { ApprovalView } from '#engine/model/wire';
import { toText } from '#engine/model/values';
import { MusterError } from '../../../errors/index.ts';
import { MANAGER_FIELD, SYSTEM_ACTOR, type AccessScope, type Actor } from '../../../access/index.ts';
import { findModule } from '../../../records/index.ts';
import { readRun, RUN_KEYS, RUNS_COLLECTION, type StoredRun } from '../runs/stored-run.ts';
import type { WorkflowContext } from '../workflow-context.ts';
import { recordToken } from './approvers.ts';
import type { ApprovalOperations, ApprovalsInput } from './contract.ts';
import { requireApproval, type FoundApproval } from './find-approval.ts';

/** Approvals that are looked at: each of them is checked with the rights of the moment. */
const MAX_FOUND = 200;
/** Users whose manager the actor is. */
const MAX_REPORTS = 500;

/** A page of the approvals that wait for the actor, the oldest first. */
export async function listApprovals(
  context: WorkflowContext,
  actor: Actor,
  { offset, limit, ...input }: ApprovalsInput,
): ReturnType<ApprovalOperations['list']> {
  const scope = await context.access.scope(actor);
  const found: ApprovalView[] = [];
  for (const run of await findCandidates(context, scope, input)) {
    const approval = run.approval?.decision === undefined ? await findOwn(context, scope, run) : undefined;
    if (approval !== undefined) found.push(describeApproval(run, approval));
  }
  return { data: found.slice(offset, offset + limit), total: found.length };
}

/**
 * The runs that may wait for the actor: about a record all that wait, which are few and found by one index; else those that wait for the
 * actor, a role of theirs, or the manager of somebody whose manager they are.
 */
async function findCandidates(
  context: WorkflowContext,
  scope: AccessScope,
  { module, record, run }: Omit<ApprovalsInput, 'offset' | 'limit'>,
): Promise<readonly StoredRun[]> {
  const tokens = record === undefined ? await readTokens(context, scope) : [recordToken(findModule(scope, module ?? '').keyName, record)];
  if (tokens.length === 0) return [];
  const filters: FilterNode[] = [{ kind: 'equals', key: RUN_KEYS.approvers, values: tokens }];
  if (run !== undefined) filters.push({ kind: 'ids', ids: [run] });
  const found = await context.store.find({
    collection: RUNS_COLLECTION.name,
    filter: allOf(filters),
    sort: [{ kind: 'key', key: RUN_KEYS.at, descending: false }],
    limit: MAX_FOUND,
  });
  return found.map(({ document }) => readRun(document));
}

async function readTokens({ records }: WorkflowContext, { actor, rights, snapshot }: AccessScope): Promise<readonly string[]> {
  const { userId } = actor;
  if (userId === undefined || !rights.active) return [];
  const own = [userId, ...rights.roles.map(({ id }) => `role:${id}`)];
  if (snapshot.module('users')?.fields.has(MANAGER_FIELD) !== true) return own;
  const reports = await records.findIds(SYSTEM_ACTOR, { module: 'users', filter: { [MANAGER_FIELD]: userId }, limit: MAX_REPORTS });
  return [...own, ...reports.ids.map((id) => `lead:${id}`)];
}

/** The approval, if the actor may decide it now. */
async function findOwn(context: WorkflowContext, scope: AccessScope, run: StoredRun): Promise<FoundApproval | undefined> {
  try {
    return await requireApproval(context, scope, run);
  } catch (error) {
    if (error instanceof MusterError && error.status < 500) return undefined;
    throw error;
  }
}

function describeApproval({ _id, workflow: id }: StoredRun, { approval, workflow, module, record }: FoundApproval): ApprovalView {
  const { path, text, since, until, delegations } = approval;
  return {
    ...{ run: _id, step: path, workflow: id, name: workflow.name, module: module.name, text, delegations },
    record: { _id: record._id, name: toText(record[module.nameField]) },
    since: new Date(since).toISOString(),
    until: until === null ? null : new Date(until).toISOString(),
  };
}
