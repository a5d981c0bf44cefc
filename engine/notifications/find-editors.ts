import type { CompiledModule } from '#engine/model/compiled';
import { allOf, type FilterNode } from '#engine/model/filter';
import type { RecordDocument } from '#engine/model/values';
import { explainAccess, SYSTEM_ACTOR, type AccessScope } from '../access/index.ts';
import { decodeRecord, hasRecordRight, loadVisible } from '../records/index.ts';
import type { NotificationInput } from './contract.ts';
import type { NotificationContext } from './notification-context.ts';

/** Maximum number of users whose rights are checked. */
const MAX_CANDIDATES = 1_000;

/** Ids of the users with a role that lets them edit a field of the record; the System Admins if there are none. */
export async function findEditors(
  context: NotificationContext,
  input: Pick<NotificationInput, 'module' | 'record' | 'by'>,
  { whoMayEdit: field, except = [] }: { readonly whoMayEdit: string; readonly except?: readonly string[] },
): Promise<readonly string[]> {
  const scope = await context.access.scope(SYSTEM_ACTOR);
  const module = scope.snapshot.module(input.module);
  const users = scope.snapshot.module('users');
  if (module === undefined || users === undefined) return [];
  const [stored] = await context.store.get(module.storage.name, [input.record]);
  if (stored === undefined) return [];
  const document = decodeRecord(context, scope, module, stored);
  const roles = [...scope.snapshot.roles.values()].filter(({ module_access: access }) => access[module.name]?.access === true);
  const candidates = await findUsers(context, users, { field: 'roles', values: roles.map(({ id }) => id) });
  const editors: string[] = [];
  for (const user of candidates) {
    if (user === input.by || except.includes(user)) continue;
    const own = await context.access.scope({ kind: 'user', userId: user });
    if (await mayEdit(context, own, { module, document, field })) editors.push(user);
  }
  if (editors.length > 0) return editors;
  const admins = await findUsers(context, users, { field: 'userType', values: ['System Admin'] });
  return admins.filter((user) => !except.includes(user));
}

async function findUsers(
  { store }: NotificationContext,
  users: CompiledModule,
  { field, values }: { readonly field: string; readonly values: readonly string[] },
): Promise<readonly string[]> {
  const key = users.fields.get(field)?.keys[0];
  const deleted = users.fields.get('deleted')?.keys[0];
  if (key === undefined || values.length === 0) return [];
  const nodes: readonly FilterNode[] = [
    { kind: 'equals', key, values },
    ...(deleted === undefined ? [] : [{ kind: 'equals', key: deleted, values: [0] } as const]),
  ];
  return store.findIds({ collection: users.storage.name, filter: allOf(nodes), sort: [], limit: MAX_CANDIDATES });
}

interface EditedField {
  readonly module: CompiledModule;
  readonly document: RecordDocument;
  readonly field: string;
}

/** Whether a role of the user gives the right. System Admins have it without one, and are not notified because of it. */
async function mayEdit(context: NotificationContext, scope: AccessScope, { module, document, field }: EditedField): Promise<boolean> {
  const { rights } = scope;
  if (!rights.active || rights.unrestricted || rights.module(module.name).edit === 'None') return false;
  const canSee = (await loadVisible(context, scope, [{ module: module.name, id: document._id }])).length > 0;
  const isCovered = await hasRecordRight(context, scope, module, document, 'edit');
  return explainAccess({ rights, name: undefined, module, action: 'edit', document, field, canSee, isCovered }).allowed;
}
