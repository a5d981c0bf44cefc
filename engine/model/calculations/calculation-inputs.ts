import { listConditionVariables } from '../conditions/index.ts';
import type { FieldDefinition, Formula, RelationshipDefinition, RollUp } from '../definitions/index.ts';

/** A module whose fields are calculated, as far as the inputs depend on it. */
export interface CalculatingModule {
  readonly name: string;
  field(name: string): FieldDefinition | undefined;
  /** The relationships that are written in the module. */
  readonly relationships: readonly RelationshipDefinition[];
}

/** A field that a calculation reads, and where the calculation names it. */
export interface CalculationInput {
  readonly module: string;
  readonly field: string;
  /** 'formula/+/0/var', 'rollUp/of'. */
  readonly path: string;
}

/** Where the related records of a roll-up are: in `module`, linked by the field `link` of that module (reverse) or of the own one (forward). */
export interface RollUpSource {
  readonly module: string;
  readonly link: string;
  readonly direction: 'forward' | 'reverse';
}

/** A variable of a formula: a field of the record, or one of a record that a Relate points to. */
export interface FormulaVariable {
  readonly relate: string | undefined;
  readonly field: string;
  readonly path: string;
}

/** The variables of a formula; one that is neither of the record nor of a related one has an empty field. */
export function listFormulaVariables(formula: Formula): readonly FormulaVariable[] {
  return listConditionVariables(formula).map(({ name, path }) => {
    const [source, first = '', second = ''] = name.split('.');
    const place = `formula/${path.replaceAll('.', '/')}`;
    if (source === 'record') return { relate: undefined, field: first, path: place };
    return source === 'related' ? { relate: first, field: second, path: place } : { relate: undefined, field: '', path: place };
  });
}

/** The one module that a Relate or MultiRelate points to. */
export function targetOf(field: FieldDefinition | undefined): string | undefined {
  return typeof field?.ref === 'string' ? field.ref : undefined;
}

/** Finds the related records of a roll-up; undefined: there is no such relationship. */
export function findRollUpSource({ relationship: name, module, field }: RollUp, own: CalculatingModule): RollUpSource | undefined {
  if (name === undefined) return module === undefined || field === undefined ? undefined : { module, link: field, direction: 'reverse' };
  const written = own.relationships.find((one) => (one.reverseName ?? one.name) === name && one.primary_module.name === own.name);
  if (written !== undefined) return { module: written.related_module.name, link: written.name, direction: 'reverse' };
  const link = own.field(name);
  const target = link?.inputType === 'MultiRelate' ? targetOf(link) : undefined;
  return target === undefined ? undefined : { module: target, link: name, direction: 'forward' };
}

/** The fields that a calculated field reads, of its own module and of others. */
export function listCalculationInputs({ formula, rollUp }: FieldDefinition, own: CalculatingModule): readonly CalculationInput[] {
  if (formula !== undefined) return listFormulaVariables(formula).flatMap((variable) => inputsOfVariable(variable, own));
  return rollUp === undefined ? [] : listRollUpInputs(rollUp, own);
}

function inputsOfVariable({ relate, field, path }: FormulaVariable, own: CalculatingModule): readonly CalculationInput[] {
  if (relate === undefined) return field === '' || field === '_id' ? [] : [{ module: own.name, field, path }];
  const target = targetOf(own.field(relate));
  const link = { module: own.name, field: relate, path };
  return target === undefined || field === '' ? [link] : [link, { module: target, field, path }];
}

function listRollUpInputs(rollUp: RollUp, own: CalculatingModule): readonly CalculationInput[] {
  const source = findRollUpSource(rollUp, own);
  if (source === undefined) return [];
  const { module, link, direction } = source;
  return [
    {
      module: direction === 'forward' ? own.name : module,
      field: link,
      path: rollUp.relationship === undefined ? 'rollUp/field' : 'rollUp/relationship',
    },
    ...(rollUp.of === undefined ? [] : [{ module, field: rollUp.of, path: 'rollUp/of' }]),
    ...listFilterFields(rollUp.filter).map((field) => ({ module, field, path: 'rollUp/filter' })),
  ];
}

/** The names of the fields in a filter without `related`. */
export function listFilterFields(filter: unknown): readonly string[] {
  if (typeof filter !== 'object' || filter === null) return [];
  return Object.entries(filter).flatMap(([name, operand]): readonly string[] => {
    if (name === 'and' || name === 'or') return (operand as readonly unknown[]).flatMap(listFilterFields);
    if (name === 'not') return listFilterFields(operand);
    return name === '_id' ? [] : [name.split('.')[0] ?? ''];
  });
}
