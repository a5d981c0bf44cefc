import {
  explainAccess,
  NO_SUCH_RECORD,
  type AccessExplanation,
  type AccessScope,
  type Actor,
  type RecordAction,
} from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { CompiledField } from '#engine/model/compiled';
import { createConditionData } from '#engine/model/conditions';
import { isFieldReadOnly } from '#engine/model/rules';
import type { RecordDocument } from '#engine/model/values';
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

/**
 * Explains why the actor (or another user, if a System Admin requests it) may or may not perform an action. A record
 * that the requester may not see is treated like one that does not exist.
 */
export async function explainRecordAccess(services: ReadServices, actor: Actor, input: ExplainInput): Promise<AccessExplanation> {
  const scope = await services.access.scope(actor);
  const other = input.userId !== undefined && input.userId !== actor.userId;
  if (other && !scope.rights.unrestricted) throw new MusterError('admin_only');
  const module = findModule(scope, input.module);
  const rights = other && input.userId !== undefined ? await services.access.rightsOf(input.userId) : scope.rights;
  const name = other && input.userId !== undefined ? await nameOfUser(services, scope, input.userId) : undefined;
  const catalog = scope.rights.unrestricted ? scope.snapshot : undefined;
  if (input.id === undefined) return explainAccess({ rights, name, module, action: input.action, field: input.field, catalog });
  const document = await loadRecord(services, scope, module, input.id);
  if (document === undefined || !(isOwnProfile(scope, module, input.id) || (await canSeeRecord(services, scope, module, document))))
    return NO_SUCH_RECORD;
  return explainAccess({
    rights,
    name,
    module,
    action: input.action,
    document,
    field: input.field,
    catalog,
    canSee: await canSeeRecord(services, { ...scope, rights }, module, document),
    isCovered:
      (input.action === 'edit' || input.action === 'delete') &&
      (await hasRecordRight(services, { ...scope, rights }, module, document, input.action)),
    isLocked: input.action === 'edit' && isLocked(services, { ...scope, rights }, module.fields.get(input.field ?? ''), document),
  });
}

async function nameOfUser(services: ReadServices, scope: AccessScope, userId: string): Promise<string> {
  const users = findModule(scope, 'users');
  const user = await loadRecord(services, scope, users, userId);
  const name = user?.[users.nameField];
  return typeof name === 'string' && name !== '' ? name : 'The user';
}

/** Whether the condition of a field makes it read-only for this user on the record as it is. */
function isLocked({ clock }: ReadServices, scope: AccessScope, field: CompiledField | undefined, document: RecordDocument): boolean {
  if (field?.definition.readOnlyWhen === undefined) return false;
  return isFieldReadOnly(field.definition, createConditionData(document, conditionContext(scope, clock.now(), document)));
}
