import { DUPLICATE_INPUT_TYPES, isCalculated, type FieldDefinition, type InputType } from '#engine/model/definitions';
import type { ResolvedModule } from '../compile/resolve-fields.ts';
import type { Report } from './check-context.ts';
import { suggestName } from './suggest-name.ts';

const DATES: readonly InputType[] = ['Date', 'DateTime'];

/** Checks the duplicate rules of a module, the fields that its board and its calendar open with, and those by which records repeat. */
export function checkRecordRules(module: ResolvedModule, report: Report): void {
  const { duplicates, boardBy, calendarBy, narrowedBy = [] } = module.definition;
  duplicates?.rules.forEach(({ fields }, index) => {
    for (const [place, name] of fields.entries()) checkCompared(name, module, `/duplicates/rules/${index}/fields/${place}`, report);
  });
  for (const [index, name] of narrowedBy.entries()) checkType(name, ['Relate', 'Dropdown'], module, `/narrowedBy/${index}`, report);
  if (boardBy !== undefined) checkType(boardBy, ['Dropdown'], module, '/boardBy', report);
  checkRecurrence(module, report);
  if (calendarBy === undefined) return;
  if (calendarBy.color !== undefined) checkType(calendarBy.color, ['Dropdown'], module, '/calendarBy/color', report);
  const start = checkType(calendarBy.field, DATES, module, '/calendarBy/field', report);
  const end = calendarBy.end === undefined ? undefined : checkType(calendarBy.end, DATES, module, '/calendarBy/end', report);
  if (start !== undefined && end !== undefined && (start === end || start.inputType !== end.inputType))
    report('/calendarBy/end', `${end.fieldName} is not another ${start.inputType}.`);
}

/** Checks the fields by which records repeat: they continue the DateTime of the calendar. */
function checkRecurrence(module: ResolvedModule, report: Report): void {
  const { recurrence, calendarBy, name } = module.definition;
  if (recurrence === undefined) return;
  if (calendarBy === undefined) report('/recurrence', 'calendarBy names no field from which records repeat.');
  else checkType(calendarBy.field, ['DateTime'], module, '/calendarBy/field', report);
  for (const one of ['rule', 'zone'] as const) checkType(recurrence[one], ['TextField'], module, `/recurrence/${one}`, report);
  checkType(recurrence.excluded, ['TextArea'], module, '/recurrence/excluded', report);
  checkType(recurrence.original, ['DateTime'], module, '/recurrence/original', report);
  const series = checkType(recurrence.series, ['Relate'], module, '/recurrence/series', report);
  if (series !== undefined && series.ref !== name) report('/recurrence/series', `${series.fieldName} does not refer to ${name}.`);
}

function checkCompared(name: string, module: ResolvedModule, path: string, report: Report): void {
  const field = checkType(name, DUPLICATE_INPUT_TYPES, module, path, report);
  if (field?.sensitive === true) report(path, `${name} is sensitive: records are not compared by it.`);
  if (field?.internal === true) report(path, `${name} is internal: nobody can see why records are duplicates.`);
  if (field !== undefined && isCalculated(field)) report(path, `${name} is calculated: records are not compared by it.`);
}

/** The field, if it has one of these types. */
function checkType(
  name: string,
  types: readonly InputType[],
  { fields, absent }: ResolvedModule,
  path: string,
  report: Report,
): FieldDefinition | undefined {
  if (absent.has(name)) return undefined;
  const field = fields.find(({ definition }) => definition.fieldName === name)?.definition;
  if (field === undefined) {
    const names = fields.map(({ definition }) => definition.fieldName);
    report(path, `There is no field ${name}.${suggestName(name, names)}`);
    return undefined;
  }
  if (types.includes(field.inputType)) return field;
  report(path, `${name} is a ${field.inputType}, not a ${types.join(' or ')}.`);
  return undefined;
}
