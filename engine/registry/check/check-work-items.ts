import { parseFilter } from '#engine/model/filter';
import type { CompiledModule, ModuleCatalog } from '#engine/model/compiled';
import type { Report } from './check-context.ts';
import { makeContext } from './check-finders.ts';

/** Checks the property `workItems` of a compiled module: fields of the right types, and a valid filter. */
export function checkWorkItems(module: CompiledModule, catalog: ModuleCatalog, report: Report): void {
  const { workItems } = module.definition;
  if (workItems === undefined) return;
  const { assignee, due, open } = workItems;
  const who = module.fields.get(assignee);
  if (who?.definition.inputType !== 'Relate' || !who.refs.includes('users'))
    report('/workItems/assignee', `${assignee} is no Relate to users.`);
  const inputType = module.fields.get(due)?.definition.inputType;
  if (inputType !== 'Date' && inputType !== 'DateTime') report('/workItems/due', `${due} is no Date or DateTime.`);
  const parsed = parseFilter(open, makeContext(module, catalog));
  if (!parsed.ok) report(`/workItems/open/${parsed.path.replaceAll('.', '/')}`, `${parsed.reason} (${parsed.path}).`);
}
