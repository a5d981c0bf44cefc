import type { AccessScope } from '../../access/index.ts';
import type { CompiledModule, JsonValue, RecordDocument } from '#engine/model';
import type { RecordServices } from '../record-services.ts';
import { planOf } from '../access/access-plan.ts';
import { canReadField } from '../access/project-record.ts';
import { isOwnProfile, canSeeRecord } from '../access/record-access.ts';

/** One linked record as the reader may see it. */
export async function projectLink(
  services: RecordServices,
  scope: AccessScope,
  module: CompiledModule,
  document: RecordDocument,
): Promise<JsonValue> {
  const own = isOwnProfile(scope, module, document._id);
  const nameField = planOf(scope, module).fields.get(module.nameField);
  const readsName = own || (nameField !== undefined && !nameField.masked && canReadField(nameField, scope, document));
  if (!readsName) return { _id: document._id, module: module.name, hidden: true };
  const open = own || (!scope.rights.namesOnly(module) && (await canSeeRecord(services, scope, module, document)));
  const name = document[module.nameField];
  return { _id: document._id, module: module.name, name: typeof name === 'string' ? name : '', open: open && document['deleted'] !== true };
}
