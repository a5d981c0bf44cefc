import { parseFilter, parseSort } from '#engine/model/filter';
import type { HomeListDefinition, InputType, WorkItemsDefinition } from '#engine/model/definitions';
import type { CompiledModule, ModuleCatalog } from '#engine/model/compiled';
import type { Report } from './check-context.ts';
import { makeContext } from './check-finders.ts';

const DATES: readonly InputType[] = ['Date', 'DateTime'];
const RELATES: readonly InputType[] = ['Relate', 'FlexRelate'];
const TEXTS: readonly InputType[] = ['TextField', 'TextArea'];

/** Checks that a field exists and has one of these types; `name` undefined: there is nothing to check. */
function checkType(module: CompiledModule, name: string | undefined, types: readonly InputType[], path: string, report: Report): void {
  const field = name === undefined ? undefined : module.fields.get(name);
  if (name !== undefined && (field === undefined || !types.includes(field.definition.inputType)))
    report(path, `${name} is ${types.length === 1 ? 'not' : 'neither'} a ${types.join(' nor a ')}.`);
}

function checkFilter(module: CompiledModule, catalog: ModuleCatalog, filter: unknown, path: string, report: Report): void {
  if (filter === undefined) return;
  const parsed = parseFilter(filter, makeContext(module, catalog));
  if (!parsed.ok) report(`${path}/${parsed.path.replaceAll('.', '/')}`, `${parsed.reason} (${parsed.path}).`);
}

/** Checks that the fields that a button sets exist and are not read-only, and that those that it clears may be empty. */
function checkValues(module: CompiledModule, values: object, path: string, report: Report): void {
  for (const [name, value] of Object.entries(values)) {
    const field = module.fields.get(name);
    if (field === undefined) report(`${path}/${name}`, `there is no field ${name}.`);
    else if (field.definition.readOnly === true || field.definition.internal === true)
      report(`${path}/${name}`, `${name} is read-only or internal.`);
    else if (value === null && field.definition.required === true) report(`${path}/${name}`, `${name} is required and cannot be cleared.`);
  }
}

/** Checks the property `workItems` of a compiled module: fields of the right types, and valid filters. */
export function checkWorkItems(module: CompiledModule, catalog: ModuleCatalog, report: Report): void {
  const { workItems } = module.definition;
  if (workItems === undefined) return;
  const { assignee, due, about, note, file, done = {} } = workItems;
  const who = assignee === undefined ? undefined : module.fields.get(assignee);
  if (assignee !== undefined && (who?.definition.inputType !== 'Relate' || !who.refs.includes('users')))
    report('/workItems/assignee', `${assignee} is not a Relate to users.`);
  checkType(module, due, DATES, '/workItems/due', report);
  checkType(module, about, RELATES, '/workItems/about', report);
  checkType(module, note, TEXTS, '/workItems/note', report);
  checkType(module, file, ['File'], '/workItems/file', report);
  checkValues(module, done, '/workItems/done', report);
  for (const part of ['open', 'waiting', 'counted'] as const satisfies readonly (keyof WorkItemsDefinition)[])
    checkFilter(module, catalog, workItems[part], `/workItems/${part}`, report);
}

/** Checks the property `homeLists` of a compiled module: unique ids, fields of the right types, valid filters and values. */
export function checkHomeLists(module: CompiledModule, catalog: ModuleCatalog, report: Report): void {
  const { homeLists = [] } = module.definition;
  homeLists.forEach((list, index) => {
    const path = `/homeLists/${index}`;
    if (homeLists.findIndex(({ id }) => id === list.id) < index) report(`${path}/id`, `two lists have the id ${list.id}.`);
    checkHomeList(module, catalog, list, path, report);
  });
}

function checkHomeList(module: CompiledModule, catalog: ModuleCatalog, list: HomeListDefinition, path: string, report: Report): void {
  const { filter, date, about, action, details = [], choices = [], done = {}, dateIs, lateAfterDays, snooze } = list;
  checkFilter(module, catalog, filter, `${path}/filter`, report);
  checkType(module, date, DATES, `${path}/date`, report);
  checkType(module, about, RELATES, `${path}/about`, report);
  checkType(module, action, TEXTS, `${path}/action`, report);
  details.forEach((name, place) => {
    if (!module.fields.has(name)) report(`${path}/details/${place}`, `there is no field ${name}.`);
  });
  choices.forEach(({ set }, place) => checkValues(module, set, `${path}/choices/${place}/set`, report));
  checkValues(module, done, `${path}/done`, report);
  if (module.fields.has(date) && !parseSort([{ sortField: date, sortOrder: 'asc' }], makeContext(module, catalog)).ok)
    report(`${path}/date`, `records cannot be sorted by ${date}.`);
  if (dateIs === 'since' && snooze === true) report(`${path}/snooze`, 'the date since when something waits cannot be moved.');
  if (dateIs !== 'since' && lateAfterDays !== undefined) report(`${path}/lateAfterDays`, 'lateAfterDays requires dateIs "since".');
}
