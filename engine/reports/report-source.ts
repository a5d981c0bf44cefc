import type { AccessScope } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import { canReadColumn, filterContext, findColumn, readGroupStep } from '../records/index.ts';
import { createNameResolver } from '../registry/index.ts';
import type { CompiledField, CompiledModule } from '#engine/model/compiled';
import { parseSort, pruneFilter, type FilterContext } from '#engine/model/filter';
import type { JsonObject } from '#engine/model/values';
import { describeReach, listModules } from './records-reach.ts';
import type { ReportField, ReportReaderServices, ReportSource } from './reader-contract.ts';

/** A module as the actor of the scope may use it in reports. */
export function createReportSource(
  services: Pick<ReportReaderServices, 'clock' | 'geocoder'>,
  scope: AccessScope,
  module: CompiledModule,
): ReportSource {
  const context = filterContext(services, scope, module);
  const names = createNameResolver(scope.snapshot);
  return {
    name: module.name,
    label: module.label,
    isAllowed: module.definition.reportSource !== false,
    hasTeams: module.teamEnabled,
    nameField: module.nameField,
    field: (stored) => {
      const name = names.field(module, stored);
      const field = findColumn(scope, module, name);
      return field === undefined || !canReadColumn(scope, module, field) ? undefined : describeField(scope, context, name, field);
    },
    filter: (stored) => pruneStored(context, names.filter(module, stored)),
    dependsOn: (use) => listModules(scope, module, use),
    reach: (use) => describeReach(scope, module, use),
  };
}

function describeField(scope: AccessScope, context: FilterContext, name: string, field: CompiledField): ReportField {
  const { comparison } = field.type;
  const canGroup = canUse(() => readGroupStep(scope, context, { field: name }));
  const isNumber = canGroup && (comparison === 'number' || comparison === 'money');
  const sorted = parseSort([{ sortField: name, sortOrder: 'asc' }], context);
  return {
    name,
    label: field.label,
    inputType: field.definition.inputType,
    ...(comparison === 'day' || comparison === 'instant' ? { date: comparison } : {}),
    canGroup,
    isNumber,
    isMoney: isNumber && comparison === 'money',
    canCountValues: canGroup && field.keys[0]?.list !== true,
    canSort: sorted.ok,
  };
}

/** Whether a part of a report passes its check. */
function canUse(check: () => unknown): boolean {
  try {
    check();
    return true;
  } catch (error) {
    if (error instanceof MusterError) return false;
    throw error;
  }
}

/** A hidden field is never told apart from one that does not exist. */
function pruneStored(context: FilterContext, stored: JsonObject): ReturnType<ReportSource['filter']> {
  const { filter, omitted } = pruneFilter(stored, context);
  return { filter, omitted: omitted.map(({ code, field }) => ({ kind: code === 'not_valid' ? 'unusable' : 'unknown', field })) };
}
