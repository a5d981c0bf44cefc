import type { AccessScope } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { CompiledModule } from '#engine/model';
import type { VisibleRecord } from '../contract.ts';
import type { RecordKernel } from '../kernel.ts';
import { planOf, profilePlanOf } from './access-plan.ts';
import { projectRecord } from './project-record.ts';
import { findModule, isOwnProfile, loadRecord, seesRecord } from './reach-module.ts';
import { openRecord } from './seal-record.ts';

/** Which record, of which module. */
export interface RecordPlace {
  readonly module: string;
  readonly id: string;
}

/** A record that the actor may open, with its module. */
export interface LoadedRecord {
  readonly module: CompiledModule;
  readonly record: VisibleRecord;
}

/** Loads the records that the actor may open, in order; others are left out. One read a module. */
export async function loadVisible(kernel: RecordKernel, scope: AccessScope, places: readonly RecordPlace[]): Promise<readonly LoadedRecord[]> {
  const names = [...new Set(places.map((place) => place.module))];
  const found = new Map<string, LoadedRecord>();
  await Promise.all(names.map((name) => loadModule(kernel, scope, name, places.filter((place) => place.module === name).map((place) => place.id), found)));
  return places.flatMap((place) => found.get(`${place.module}:${place.id}`) ?? []);
}

async function loadModule(kernel: RecordKernel, scope: AccessScope, name: string, ids: readonly string[], found: Map<string, LoadedRecord>): Promise<void> {
  const module = scope.snapshot.module(name);
  if (module === undefined) return;
  for (const stored of await kernel.store.get(module.storage.name, ids)) {
    if (stored === undefined) continue;
    const document = openRecord(kernel, scope, module, stored);
    const own = isOwnProfile(scope, module, document._id);
    const opens = own || (!scope.rights.namesOnly(module) && (await seesRecord(kernel, scope, module, document)));
    if (!opens || document['deleted'] === true) continue;
    const plan = own && !scope.rights.unrestricted ? profilePlanOf(scope, module) : planOf(scope, module);
    found.set(`${name}:${document._id}`, { module, record: projectRecord(plan, scope, document) });
  }
}

/** Errors: `module_not_found`, `record_not_found` for what is not there or may not be opened. */
export async function assertReachable(kernel: RecordKernel, scope: AccessScope, { module: name, id }: RecordPlace): Promise<void> {
  const module = findModule(scope, name);
  const document = await loadRecord(kernel, scope, module, id);
  if (document === undefined) throw new MusterError('record_not_found');
  const opens = isOwnProfile(scope, module, id) || (!scope.rights.namesOnly(module) && (await seesRecord(kernel, scope, module, document)));
  if (!opens) throw new MusterError('record_not_found');
}
