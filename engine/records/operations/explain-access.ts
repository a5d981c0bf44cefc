import { explainAccess, NO_SUCH_RECORD, type AccessAnswer, type AccessScope, type Actor, type RecordAction, type Rights } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { CompiledModule, RecordDocument } from '#engine/model';
import type { RecordKernel } from '../kernel.ts';
import { findModule, isOwnProfile, loadRecord, seesRecord } from '../stages/reach-module.ts';

interface Question {
  readonly module: string;
  readonly id?: string | undefined;
  readonly field?: string | undefined;
  readonly action: RecordAction;
  readonly userId?: string | undefined;
}

/**
 * Why the actor (or, asked by a System Admin, another user) may or may not do something. A record that the asker may not
 * see is answered as one that does not exist.
 */
export async function explainRecordAccess(kernel: RecordKernel, actor: Actor, question: Question): Promise<AccessAnswer> {
  const scope = await kernel.access.scope(actor);
  const other = question.userId !== undefined && question.userId !== actor.userId;
  if (other && !scope.rights.unrestricted) throw new MusterError('admin_only');
  const module = findModule(scope, question.module);
  const rights = other && question.userId !== undefined ? await kernel.access.rightsOf(question.userId) : scope.rights;
  if (question.id === undefined) return explainAccess({ rights, module, action: question.action, field: question.field });
  const document = await loadRecord(kernel, scope, module, question.id);
  if (document === undefined || !(isOwnProfile(scope, module, question.id) || (await seesRecord(kernel, scope, module, document)))) return NO_SUCH_RECORD;
  return explainAccess({ rights, module, action: question.action, document, field: question.field, sees: await sees(kernel, scope, rights, module, document) });
}

async function sees(kernel: RecordKernel, scope: AccessScope, rights: Rights, module: CompiledModule, document: RecordDocument): Promise<boolean> {
  return seesRecord(kernel, { ...scope, rights }, module, document);
}
