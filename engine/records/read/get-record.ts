import { createModuleAccessDeniedError, type AccessScope, type Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import { planOf, profilePlanOf } from '../access/access-plan.ts';
import { projectRecord } from '../access/project-record.ts';
import { canSeeRecord, canSeeRecordSync, findModule, isOwnProfile, loadRecord } from '../access/record-access.ts';
import type { GetInput, VisibleRecord } from './read-contract.ts';
import { decodeRecord } from '../encryption/encrypt-record.ts';
import { auditSensitiveReads } from '../history/audit-sensitive-reads.ts';
import type { ReadServices } from '../record-services.ts';
import { populateRecords } from './populate.ts';

/** Reads one record. The actor's own user record is always visible. Errors: `module_access_denied`, `record_not_found`. */
export async function getRecord(services: ReadServices, actor: Actor, input: GetInput): Promise<VisibleRecord> {
  const scope = await services.access.scope(actor);
  const module = findModule(scope, input.module);
  const isOwn = isOwnProfile(scope, module, input.id);
  if (!isOwn && !scope.rights.unrestricted && !scope.rights.module(module.name).access && !scope.rights.namesOnly(module))
    throw createModuleAccessDeniedError(scope.rights, module);
  const [stored] = await services.store.get(module.storage.name, [input.id]);
  if (stored === undefined) throw new MusterError('record_not_found');
  const document = decodeRecord(services, scope, module, stored);
  const seen = isOwn || (canSeeRecordSync(scope, module, document) ?? (await canSeeRecord(services, scope, module, document)));
  if (!seen) throw new MusterError('record_not_found');
  const plan = isOwn && !scope.rights.unrestricted ? profilePlanOf(scope, module) : planOf(scope, module);
  const record = projectRecord(plan, scope, document);
  const noted = auditSensitiveReads(services, scope, plan, [record]);
  if (noted !== undefined) await noted;
  if (input.populate === undefined) return record;
  const [filled] = await populateRecords(services, scope, plan, [record], input.populate);
  return filled ?? record;
}

/** A record by module and id. */
export interface RecordRef {
  readonly module: string;
  readonly id: string;
}

/** A record that the actor may open, with its module. */
export interface LoadedRecord {
  readonly module: CompiledModule;
  readonly record: VisibleRecord;
}

/** Loads the records that the actor may open, in order, and omits the others. One read per module. */
export async function loadVisible(
  services: ReadServices,
  scope: AccessScope,
  refs: readonly RecordRef[],
): Promise<readonly LoadedRecord[]> {
  const names = [...new Set(refs.map((ref) => ref.module))];
  const found = new Map<string, LoadedRecord>();
  await Promise.all(
    names.map((name) =>
      loadModule(
        services,
        scope,
        name,
        refs.filter((ref) => ref.module === name).map((ref) => ref.id),
        found,
      ),
    ),
  );
  return refs.flatMap((ref) => found.get(`${ref.module}:${ref.id}`) ?? []);
}

async function loadModule(
  services: ReadServices,
  scope: AccessScope,
  name: string,
  ids: readonly string[],
  found: Map<string, LoadedRecord>,
): Promise<void> {
  const module = scope.snapshot.module(name);
  if (module === undefined) return;
  for (const stored of await services.store.get(module.storage.name, ids)) {
    if (stored === undefined) continue;
    const document = decodeRecord(services, scope, module, stored);
    const own = isOwnProfile(scope, module, document._id);
    const opens = own || (!scope.rights.namesOnly(module) && (await canSeeRecord(services, scope, module, document)));
    if (!opens || document['deleted'] === true) continue;
    const plan = own && !scope.rights.unrestricted ? profilePlanOf(scope, module) : planOf(scope, module);
    found.set(`${name}:${document._id}`, { module, record: projectRecord(plan, scope, document) });
  }
}

/** Errors: `module_not_found`, `record_not_found` if the record does not exist or may not be opened. */
export async function assertCanOpenRecord(services: ReadServices, scope: AccessScope, { module: name, id }: RecordRef): Promise<void> {
  const module = findModule(scope, name);
  const document = await loadRecord(services, scope, module, id);
  if (document === undefined) throw new MusterError('record_not_found');
  const opens =
    isOwnProfile(scope, module, id) || (!scope.rights.namesOnly(module) && (await canSeeRecord(services, scope, module, document)));
  if (!opens) throw new MusterError('record_not_found');
}
