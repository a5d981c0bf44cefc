import type { AccessScope } from '../../access/index.ts';
import type { CompiledModule, JsonValue, RecordDocument } from '#engine/model';
import type { RecordKernel } from '../kernel.ts';
import { planOf } from './access-plan.ts';
import { readsField } from './project-record.ts';
import { isOwnProfile, seesRecord } from './reach-module.ts';

/** One linked record as its reader may know of it. */
export async function showRecord(kernel: RecordKernel, scope: AccessScope, module: CompiledModule, document: RecordDocument): Promise<JsonValue> {
  const own = isOwnProfile(scope, module, document._id);
  const nameField = planOf(scope, module).fields.get(module.nameField);
  const readsName = own || (nameField !== undefined && !nameField.masked && readsField(nameField, scope, document));
  if (!readsName) return { _id: document._id, module: module.name, hidden: true };
  const open = own || (!scope.rights.namesOnly(module) && (await seesRecord(kernel, scope, module, document)));
  const name = document[module.nameField];
  return { _id: document._id, module: module.name, name: typeof name === 'string' ? name : '', open: open && document['deleted'] !== true };
}
