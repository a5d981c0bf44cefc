import type { ResolvedModule } from '../compile/resolve-fields.ts';
import type { CheckContext, Report } from './check-context.ts';

/** Variables of the filter grammar itself. */
const OWN_VARIABLES = new Set(['me', 'my_teams', 'today', 'now']);

/** Checks the filter variable that a module declares. */
export function checkUserVariable({ definition, fields }: ResolvedModule, { modules }: CheckContext, report: Report): void {
  const variable = definition.userVariable;
  if (variable === undefined) return;
  const { name } = variable;
  if (OWN_VARIABLES.has(name) || name in Object.prototype) report('/userVariable/name', `${name} is a reserved name.`);
  const other = [...modules.values()].find((one) => one.definition !== definition && one.definition.userVariable?.name === name);
  if (other) report('/userVariable/name', `${name} is already the variable of ${other.definition.name}.`);
  const field = fields.find((one) => one.definition.fieldName === variable.field)?.definition;
  if (field?.inputType !== 'Relate' || field.ref !== 'users') report('/userVariable/field', `${variable.field} is not a Relate to users.`);
}
