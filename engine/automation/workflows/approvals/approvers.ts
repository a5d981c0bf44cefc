import type { WorkflowApprover } from '#engine/model/definitions';
import type { JsonObject } from '#engine/model/values';
import { MANAGER_FIELD, SYSTEM_ACTOR } from '../../../access/index.ts';
import { linksOf } from '../../../records/index.ts';
import type { Subject } from '../runs/step-context.ts';
import { findActiveUsers, type ActiveUser } from '../values/active-users.ts';
import { hideMissing } from '../values/hide-missing.ts';
import { RecordValues } from '../values/record-values.ts';
import type { WorkflowContext } from '../workflow-context.ts';
import type { Delegation, PendingApproval } from './pending-approval.ts';

/** Who may decide, as the step and the record say it now. */
export interface ApproverRule {
  readonly users: ReadonlySet<string>;
  readonly roles: ReadonlySet<string>;
  /** The owner of the record, whose manager may decide. */
  readonly owner: string | undefined;
}

type Services = Pick<WorkflowContext, 'access' | 'records'>;

/** Reads who may decide. The product reads the record: whoever it names may decide, if they see the record. */
export async function readApproverRule(
  { access, records }: Services,
  approvers: readonly WorkflowApprover[],
  subject: Subject,
): Promise<ApproverRule> {
  const scope = await access.scope(SYSTEM_ACTOR);
  const values = new RecordValues({ scope, actor: SYSTEM_ACTOR, records, subject, unsaved: new Map() });
  const users = new Set<string>();
  const roles = new Set<string>();
  let owner: string | undefined;
  for (const approver of approvers)
    if ('user' in approver) users.add(approver.user);
    else if ('role' in approver) roles.add(approver.role);
    else if ('lead' in approver) {
      const assigned = (await values.record())['assigned_to'];
      if (typeof assigned !== 'string') continue;
      owner = assigned;
      const manager = (await records.get(SYSTEM_ACTOR, { module: 'users', id: assigned }).catch(hideMissing))?.[MANAGER_FIELD];
      if (typeof manager === 'string') users.add(manager);
    } else {
      const { value, field } = await values.find(approver.field);
      for (const { module, id } of linksOf(field, value)) if (module === 'users') users.add(id);
    }
  return { users, roles, owner };
}

/**
 * What an approval is found by: ids of users, `role:` with the id of a role, `lead:` with the id of the owner, and `record:` with the record
 * that it is about.
 */
export function tokensOf(
  { users, roles, owner }: ApproverRule,
  { delegations, module, record_id: record }: Pick<PendingApproval, 'delegations' | 'module' | 'record_id'>,
): readonly string[] {
  const delegates = delegations.map(({ to }) => to);
  const lead = owner === undefined ? [] : [`lead:${owner}`];
  return [...new Set([...users, ...[...roles].map((role) => `role:${role}`), ...lead, ...delegates, recordToken(module, record)])];
}

/** What the approvals about a record are found by; the module by the name that keys have for it. */
export function recordToken(module: string, record: string): string {
  return `record:${module}:${record}`;
}

/** The active users who may decide now; of a role at most 500. */
export async function listApprovers(
  services: Services,
  rule: ApproverRule,
  delegations: readonly Delegation[],
): Promise<readonly ActiveUser[]> {
  const filter = filterOf(rule);
  const named = filter === undefined ? [] : await findActiveUsers(services, filter);
  const ids = applyDelegations(new Set(named.map(({ id }) => id)), delegations);
  const known = new Map(named.map((one) => [one.id, one]));
  const missing = [...ids].filter((id) => !known.has(id));
  const delegates = missing.length === 0 ? [] : await findActiveUsers(services, { _id: { in: missing } });
  return [...named.filter(({ id }) => ids.has(id)), ...delegates];
}

/** Whether a user may decide now. */
export async function isApprover(
  services: Services,
  rule: ApproverRule,
  delegations: readonly Delegation[],
  user: string,
): Promise<boolean> {
  const concerned = [...new Set([user, ...delegations.flatMap(({ from, to }) => [from, to])])];
  const filter = filterOf(rule);
  const active = new Set((await findActiveUsers(services, { _id: { in: concerned } })).map(({ id }) => id));
  if (!active.has(user) || filter === undefined) return false;
  const named = await findActiveUsers(services, { and: [filter, { _id: { in: concerned } }] });
  return applyDelegations(new Set(named.map(({ id }) => id)), delegations).has(user);
}

/** A user who hands over may not decide any more; one who got it may, as long as the other one could. */
function applyDelegations(ids: ReadonlySet<string>, delegations: readonly Delegation[]): ReadonlySet<string> {
  const current = new Set(ids);
  for (const { from, to } of delegations) if (current.delete(from)) current.add(to);
  return current;
}

function filterOf({ users, roles }: ApproverRule): JsonObject | undefined {
  const parts = [...(users.size === 0 ? [] : [{ _id: { in: [...users] } }]), ...(roles.size === 0 ? [] : [{ roles: { in: [...roles] } }])];
  return parts.length === 0 ? undefined : { or: parts };
}
