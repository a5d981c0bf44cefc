import {
  explainAccess,
  explainInactive,
  explainPermission,
  NO_SUCH_PERMISSION,
  NO_SUCH_RECORD,
  type AccessScope,
  type Actor,
  type Rights,
} from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { CompiledField } from '#engine/model/compiled';
import { createConditionData } from '#engine/model/conditions';
import { isFieldReadOnly } from '#engine/model/rules';
import type { RecordDocument } from '#engine/model/values';
import type { AccessExplanation, RecordAction } from '#engine/model/wire';
import type { ReadServices } from '../record-services.ts';
import { conditionContext } from '../save/condition-context.ts';
import { canSeeRecord, findModule, hasRecordRight, isOwnProfile, loadRecord } from './record-access.ts';

interface ExplainInput {
  readonly module: string;
  readonly id?: string | undefined;
  readonly field?: string | undefined;
  readonly action: RecordAction;
  readonly userId?: string | undefined;
}

/** Who reads an explanation, and whom it is about. */
interface Reading {
  /** The definitions, and the rights of the reader. */
  readonly scope: AccessScope;
  /** The rights that are explained. */
  readonly rights: Rights;
  /** Id of another user than the reader whom it is about. */
  readonly other: string | undefined;
}

/**
 * Explains why the actor (or another user, if a System Admin requests it) may or may not perform an action. A record
 * that the requester may not see is treated like one that does not exist.
 */
export async function explainRecordAccess(services: ReadServices, actor: Actor, input: ExplainInput): Promise<AccessExplanation> {
  const { scope, rights, other } = await findReading(services, actor, input.userId);
  const inactive = scope.rights.unrestricted ? findInactive(scope, input.module) : undefined;
  if (inactive !== undefined) return explainInactive(inactive);
  const module = findModule(scope, input.module);
  const name = other === undefined ? undefined : await nameOfUser(services, scope, other);
  const catalog = scope.rights.unrestricted ? scope.snapshot : undefined;
  const question = { rights, name, module, action: input.action, field: input.field, catalog };
  if (input.id === undefined) return explainAccess(question);
  const document = await loadRecord(services, scope, module, input.id);
  if (document === undefined || !(isOwnProfile(scope, module, input.id) || (await canSeeRecord(services, scope, module, document))))
    return NO_SUCH_RECORD;
  const of = { ...scope, rights };
  const covers = (right: 'edit' | 'delete') => hasRecordRight(services, of, module, document, right);
  return explainAccess({
    ...question,
    document,
    canSee: await canSeeRecord(services, of, module, document),
    isCovered: (input.action === 'edit' || input.action === 'delete') && (await covers(input.action)),
    canDelete: document['deleted'] === true && (await covers('delete')),
    isLocked: input.action === 'edit' && isFieldLocked(of, services.clock.now(), module.fields.get(input.field ?? ''), document),
    isImpersonated: actor.impersonatorId !== undefined && (input.userId ?? actor.userId) === actor.userId,
  });
}

/** Explains whether the actor, or another user if a System Admin requests it, has a permission of a plugin. */
export async function explainPluginPermission(
  services: ReadServices,
  actor: Actor,
  { permission: name, userId }: { readonly permission: string; readonly userId?: string | undefined },
): Promise<AccessExplanation> {
  const { scope, rights, other } = await findReading(services, actor, userId);
  const permission = scope.snapshot.permissions.get(name);
  if (permission === undefined) return NO_SUCH_PERMISSION;
  return explainPermission({ rights, name: other === undefined ? undefined : await nameOfUser(services, scope, other), permission });
}

/** A System Admin who acts as another user reads what that user may do as the admin that they are. */
async function findReading(services: ReadServices, actor: Actor, userId: string | undefined): Promise<Reading> {
  const own = await services.access.scope(actor);
  const about = userId ?? actor.userId;
  const impersonator = actor.impersonatorId === undefined ? undefined : await services.access.rightsOf(actor.impersonatorId);
  const scope = impersonator?.unrestricted === true ? { ...own, rights: impersonator } : own;
  if (about === undefined || about === scope.rights.userId) return { scope, rights: scope.rights, other: undefined };
  if (about === actor.userId) return { scope, rights: own.rights, other: impersonator?.unrestricted === true ? about : undefined };
  if (!scope.rights.unrestricted) throw new MusterError('admin_only');
  return { scope, rights: await services.access.rightsOf(about), other: about };
}

/** The label of a module that is switched off. */
function findInactive({ snapshot }: AccessScope, name: string): string | undefined {
  return [...snapshot.inactiveModules.values()].find((module) => module.name === name)?.label;
}

async function nameOfUser(services: ReadServices, scope: AccessScope, userId: string): Promise<string> {
  const users = findModule(scope, 'users');
  const user = await loadRecord(services, scope, users, userId);
  const name = user?.[users.nameField];
  return typeof name === 'string' && name !== '' ? name : 'The user';
}

/** Whether the condition of a field makes it read-only for this user on the record as it is. */
export function isFieldLocked(
  scope: Pick<AccessScope, 'rights' | 'snapshot'>,
  now: number,
  field: CompiledField | undefined,
  document: RecordDocument,
): boolean {
  if (field?.definition.readOnlyWhen === undefined) return false;
  return isFieldReadOnly(field.definition, createConditionData(document, conditionContext(scope, now, document)));
}
