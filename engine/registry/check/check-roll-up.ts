import { findRollUpSource } from '#engine/model/calculations';
import type { FieldDefinition, InputType, RollUp } from '#engine/model/definitions';
import { toCalculatingModule } from '../compile/calculation-graph.ts';
import type { ResolvedModule } from '../compile/resolve-fields.ts';
import type { CheckContext, Report } from './check-context.ts';
import { suggestName } from './suggest-name.ts';

/** The input types that an operation results in. */
const RESULTS: { readonly [operation in RollUp['operation']]: readonly InputType[] } = {
  count: ['Number'],
  sum: ['Number', 'Currency'],
  avg: ['Number', 'Currency'],
  min: ['Number', 'Currency', 'Date', 'DateTime'],
  max: ['Number', 'Currency', 'Date', 'DateTime'],
};

const LINKS: readonly InputType[] = ['Relate', 'MultiRelate'];

/** Fields that each save sets, also one that changes nothing that counts. */
export const CHANGING: readonly string[] = ['updatedAt', 'modified_by'];

/** Checks a roll-up without its filter, which is checked on compiled modules. */
export function checkRollUp(field: FieldDefinition, rollUp: RollUp, module: ResolvedModule, context: CheckContext, report: Report): void {
  const { operation } = rollUp;
  const { inputType } = field;
  const at: Report = (path, cause) => report(`/rollUp${path}`, cause);
  if (!RESULTS[operation].includes(inputType))
    at('/operation', `A ${operation} is a ${RESULTS[operation].join(' or ')}, not a ${inputType}.`);
  const source = findSourceModule(rollUp, module, context, at);
  if (source !== undefined) checkMeasure(field, rollUp, source, at);
}

/** The module of the related records; undefined: it is not there, or is reported. */
function findSourceModule(rollUp: RollUp, module: ResolvedModule, context: CheckContext, report: Report): ResolvedModule | undefined {
  const { relationship, module: name, field } = rollUp;
  if ((relationship === undefined) === (name === undefined && field === undefined)) {
    report('', 'Name a relationship, or the module of the related records and its field that points here.');
    return undefined;
  }
  const own = toCalculatingModule(module);
  if (relationship !== undefined && module.absent.has(relationship)) return undefined;
  const found = findRollUpSource(rollUp, own);
  if (found === undefined) {
    const names = [...own.relationships.map((one) => one.reverseName ?? one.name), ...module.fields.map((one) => one.definition.fieldName)];
    if (relationship === undefined) report('', 'Name the module of the related records and its field that points here.');
    else report('/relationship', `There is no relationship ${relationship} to several records.${suggestName(relationship, names)}`);
    return undefined;
  }
  const source = context.modules.get(found.module);
  if (source === undefined) {
    // An inactive module is left out, like a field that points to it.
    if (!context.knownModules.has(found.module))
      report('/module', `There is no module ${found.module}.${suggestName(found.module, context.knownModules)}`);
    return undefined;
  }
  if (relationship === undefined) checkLink(found.link, source, module, report);
  return source;
}

function checkLink(name: string, source: ResolvedModule, { definition: own }: ResolvedModule, report: Report): void {
  if (source.absent.has(name)) return;
  const link = findField(source, name);
  if (link === undefined) return report('/field', `${source.definition.name} has no field ${name}.${suggestName(name, namesOf(source))}`);
  if (!LINKS.includes(link.inputType) || link.ref !== own.name)
    report('/field', `${name} of ${source.definition.name} is no Relate or MultiRelate to ${own.name}.`);
}

/** The field that is calculated with. */
function checkMeasure({ inputType }: FieldDefinition, { operation, of: name }: RollUp, source: ResolvedModule, report: Report): void {
  if (operation === 'count') return name === undefined ? undefined : report('/of', 'A count has no field that it calculates with.');
  if (name === undefined) return report('/of', `Name the field of ${source.definition.name} whose values are calculated with.`);
  if (source.absent.has(name)) return;
  const measured = findField(source, name);
  if (measured === undefined) return report('/of', `${source.definition.name} has no field ${name}.${suggestName(name, namesOf(source))}`);
  if (measured.sensitive === true || measured.internal === true)
    return report('/of', `${name} is sensitive or internal: a roll-up would reveal its value.`);
  if (CHANGING.includes(name)) return report('/of', `${name} changes with each save: a roll-up cannot read it.`);
  const isNumber = measured.inputType === 'Number' || measured.inputType === 'Currency';
  const isFit = inputType === 'Number' || inputType === 'Currency' ? isNumber : inputType === measured.inputType;
  if (!isFit) report('/of', `The ${operation} of ${name}, a ${measured.inputType}, is not a ${inputType}.`);
}

function findField({ fields }: ResolvedModule, name: string): FieldDefinition | undefined {
  return fields.find(({ definition }) => definition.fieldName === name)?.definition;
}

function namesOf({ fields }: ResolvedModule): readonly string[] {
  return fields.map(({ definition }) => definition.fieldName);
}
