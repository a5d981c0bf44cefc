import { createModuleAccessDeniedError, type AccessScope, type Actor } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import { createNameResolver } from '../registry/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import { estimateCost } from './estimate-cost.ts';
import { listRecords } from './list-records.ts';
import { readFigures } from './read-figures.ts';
import type { ReportReader, ReportReaderServices } from './reader-contract.ts';
import { exportFigures, exportList } from './report-files.ts';
import { createReportSource } from './report-source.ts';

/** Creates a reader of figures and lists; each of its methods uses the rights of its actor. */
export function createReportReader(services: ReportReaderServices): ReportReader {
  return {
    figures: (actor, input) => readFigures(services, actor, input),
    list: (actor, input) => listRecords(services, actor, input),
    sources: (actor) => listSources(services, actor),
    source: async (actor, name) => {
      const { scope, module } = await findSource(services, actor, name);
      return createReportSource(services, scope, module);
    },
    estimate: (actor, input) => estimateCost(services, actor, input),
    exportList: (actor, input) => exportList(services, actor, input),
    exportFigures: (actor, input) => exportFigures(services, actor, input),
  };
}

async function listSources(
  { access }: ReportReaderServices,
  actor: Actor,
): Promise<readonly { readonly name: string; readonly label: string }[]> {
  const { snapshot, rights } = await access.scope(actor);
  return [...snapshot.modules.values()]
    .filter(({ definition }) => definition.reportSource !== false)
    .filter(({ name }) => rights.unrestricted || rights.module(name).access)
    .map(({ name, label }) => ({ name, label }))
    .sort((one, other) => one.label.localeCompare(other.label, 'en'));
}

/** Errors: `module_not_found`, `module_access_denied`. */
async function findSource(
  { access }: ReportReaderServices,
  actor: Actor,
  name: string,
): Promise<{ readonly scope: AccessScope; readonly module: CompiledModule }> {
  const scope = await access.scope(actor);
  const { snapshot, rights } = scope;
  const module = snapshot.module(createNameResolver(snapshot).module(name));
  if (module === undefined) throw new MusterError('module_not_found', { data: { module: name } });
  if (!rights.unrestricted && !rights.module(module.name).access) throw createModuleAccessDeniedError(rights, module);
  return { scope, module };
}
