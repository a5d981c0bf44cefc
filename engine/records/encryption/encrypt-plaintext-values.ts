import { SYSTEM_ACTOR, type Access, type AccessScope } from '../../access/index.ts';
import type { CipherPort, StorePort } from '../../ports/index.ts';
import type { CollectionSchema, CompiledModule } from '#engine/model/compiled';
import type { FilterNode } from '#engine/model/filter';
import { updateSystemDocument } from '../documents/stored-document.ts';
import { commitRound, ROUND } from '../save/commit-round.ts';
import { encryptedFieldsOf } from './encrypt-record.ts';

/**
 * One document per module with sensitive fields: the fields whose earlier values were encrypted in existing records. The collection keeps
 * its first name, because it is in stored data.
 */
export const ENCRYPTED_FIELDS_COLLECTION: CollectionSchema = { name: '_seals', keys: [], indexes: [], contains: [] };

/** Services needed for encryption. */
export interface EncryptionServices {
  readonly store: StorePort;
  readonly cipher: CipherPort;
  readonly access: Access;
}

/**
 * Encrypts values that were stored in plaintext before their field was sensitive; their records get a new version. A
 * module is scanned once for each field that becomes sensitive. Returns the number of records written. Errors: of the
 * store.
 */
export async function encryptPlaintextValues(services: EncryptionServices): Promise<number> {
  const scope = await services.access.scope(SYSTEM_ACTOR);
  let encrypted = 0;
  for (const module of scope.snapshot.modules.values()) {
    const fields = encryptedFieldsOf(module).map((field) => field.id);
    if (fields.length === 0 || (await isModuleEncrypted(services.store, module, fields))) continue;
    const written = await encryptModule(services, scope, module);
    if (written === undefined) continue;
    encrypted += written;
    await updateSystemDocument(services.store, ENCRYPTED_FIELDS_COLLECTION.name, module.id, () => ({
      document: { fields },
      keys: {},
      previousKeys: {},
    }));
  }
  return encrypted;
}

async function isModuleEncrypted(store: StorePort, module: CompiledModule, fields: readonly string[]): Promise<boolean> {
  const [stored] = await store.get(ENCRYPTED_FIELDS_COLLECTION.name, [module.id]);
  const known = (stored?.document['fields'] ?? []) as readonly string[];
  return fields.every((field) => known.includes(field));
}

/** Returns undefined if a round conflicted with other saves each time; some values may still be in plaintext. */
async function encryptModule(services: EncryptionServices, scope: AccessScope, module: CompiledModule): Promise<number | undefined> {
  let filter: FilterNode = { kind: 'constant', value: true };
  let written = 0;
  for (;;) {
    const ids = await services.store.findIds({ collection: module.storage.name, filter, sort: [], limit: ROUND });
    const encrypted = await encryptRound(services, scope, module, ids);
    if (encrypted === undefined) return undefined;
    written += encrypted;
    const last = ids.at(-1);
    if (last === undefined || ids.length < ROUND) return written;
    filter = { kind: 'idRange', gt: last };
  }
}

function encryptRound(
  services: EncryptionServices,
  scope: AccessScope,
  module: CompiledModule,
  ids: readonly string[],
): Promise<number | undefined> {
  return commitRound(services, scope, async (unit) => {
    const records = (await unit.load(module, ids)).filter(
      (record) => record !== undefined && unit.hasPlaintext(module, record.document._id),
    );
    for (const record of records) if (record !== undefined) unit.rewrite(module, record);
    return records.length;
  });
}
