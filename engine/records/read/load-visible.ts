import type { AccessScope } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { CompiledModule } from '#engine/model';
import type { VisibleRecord } from '../contract.ts';
import type { RecordServices } from '../record-services.ts';
import { planOf, profilePlanOf } from '../access/access-plan.ts';
import { projectRecord } from '../access/project-record.ts';
import { findModule, isOwnProfile, loadRecord, canSeeRecord } from '../access/record-access.ts';
import { decodeRecord } from '../encryption/encrypt-record.ts';

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
  services: RecordServices,
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
  services: RecordServices,
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
export async function assertCanOpenRecord(services: RecordServices, scope: AccessScope, { module: name, id }: RecordRef): Promise<void> {
  const module = findModule(scope, name);
  const document = await loadRecord(services, scope, module, id);
  if (document === undefined) throw new MusterError('record_not_found');
  const opens =
    isOwnProfile(scope, module, id) || (!scope.rights.namesOnly(module) && (await canSeeRecord(services, scope, module, document)));
  if (!opens) throw new MusterError('record_not_found');
}
