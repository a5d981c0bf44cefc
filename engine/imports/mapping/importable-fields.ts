import type { AccessScope } from '../../access/index.ts';
import { createNameResolver } from '../../registry/index.ts';
import type { CompiledField, CompiledModule } from '#engine/model/compiled';
import { isCalculated, type InputType } from '#engine/model/definitions';
import { ADDRESS_PARTS, type AddressPart } from '#engine/model/field-types';
import { toWords } from '#engine/model/values';
import type { ImportFieldView, ImportFormat } from '#engine/model/wire';

/** What a column can be imported as: a field, a part of an address, or the id of a record. */
export interface ImportTarget {
  /** As in the choice of a column: 'city', 'place.city', '_id'. */
  readonly name: string;
  readonly label: string;
  /** Undefined: the id. */
  readonly field: CompiledField | undefined;
  /** Undefined: the whole field. */
  readonly part: AddressPart | undefined;
  /** Rows can be compared with records by it. */
  readonly canMatch: boolean;
  /** Its values are not saved. */
  readonly isMatchOnly: boolean;
}

/** Types whose values no cell of a table contains. */
const STRUCTURED: ReadonlySet<InputType> = new Set<InputType>(['Array', 'Object', 'MessageListField', 'File']);

/** Types by which records are not compared: their values say too little, or are no single text. */
const INCOMPARABLE: ReadonlySet<InputType> = new Set<InputType>([
  'Address',
  'Checkbox',
  'Dropdown',
  'MultiSelect',
  'TextArea',
  'ListField',
]);

/** What the columns of a file can be imported as by this actor, by name, in the order of the fields. */
export function listTargets({ rights }: AccessScope, module: CompiledModule, format: ImportFormat): ReadonlyMap<string, ImportTarget> {
  const targets: ImportTarget[] = [{ name: '_id', label: 'Id', field: undefined, part: undefined, canMatch: true, isMatchOnly: true }];
  for (const field of module.fields.values()) {
    const { definition, name, label } = field;
    if (definition.internal === true || !canRead({ rights }, module, field)) continue;
    if (STRUCTURED.has(definition.inputType) && format !== 'ndjson') continue;
    const canMatch = rights.canFilter(module, name) && field.keys.length > 0 && !INCOMPARABLE.has(definition.inputType);
    const isMatchOnly = !canWrite({ rights }, module, field);
    const isIdentifying = definition.unique === true || definition.inputType === 'AutoIncrement';
    if (isMatchOnly && !(canMatch && isIdentifying)) continue;
    targets.push({ name, label, field, part: undefined, canMatch, isMatchOnly });
    if (definition.inputType !== 'Address' || isMatchOnly) continue;
    for (const part of ADDRESS_PARTS)
      targets.push({ name: `${name}.${part}`, label: `${label}: ${toWords(part)}`, field, part, canMatch: false, isMatchOnly: false });
  }
  return new Map(targets.map((target) => [target.name, target]));
}

/** A field that the actor may not see does not exist for them. */
function canRead({ rights }: Pick<AccessScope, 'rights'>, module: CompiledModule, { name }: CompiledField): boolean {
  return rights.unrestricted || rights.field(module.name, name).read !== 'none';
}

function canWrite({ rights }: Pick<AccessScope, 'rights'>, module: CompiledModule, field: CompiledField): boolean {
  return !isSetByProduct(field) && (rights.unrestricted || rights.field(module.name, field.name).write !== 'none');
}

function isSetByProduct({ system, definition }: CompiledField): boolean {
  return system || definition.readOnly === true || isCalculated(definition);
}

/** The targets as the wizard offers them. */
export function viewTargets(targets: ReadonlyMap<string, ImportTarget>): readonly ImportFieldView[] {
  return [...targets.values()].map(({ name, label, field, part, canMatch, isMatchOnly }) => ({
    field: name,
    label,
    inputType: field === undefined || part !== undefined ? 'TextField' : field.definition.inputType,
    required: part === undefined && field?.definition.required === true,
    canMatch,
    matchOnly: isMatchOnly,
  }));
}

/** The target that a program names: by the name of a field, one of its earlier names, or its label. */
export function findNamedTarget(
  { snapshot }: AccessScope,
  module: CompiledModule,
  targets: ReadonlyMap<string, ImportTarget>,
  header: string,
): ImportTarget | undefined {
  const name = createNameResolver(snapshot).field(module, header.trim());
  const folded = header.trim().toLowerCase();
  return targets.get(name) ?? [...targets.values()].find(({ label }) => label.toLowerCase() === folded);
}

/** Why a column cannot be imported as the field that its header names. A field that the actor may not see does not exist for them. */
export function findRefusedHeader(
  { snapshot, rights }: AccessScope,
  module: CompiledModule,
  targets: ReadonlyMap<string, ImportTarget>,
  header: string,
): string | undefined {
  const folded = header.trim().toLowerCase();
  const name = createNameResolver(snapshot).field(module, header.trim());
  const field = module.fields.get(name) ?? [...module.fields.values()].find(({ label }) => label.toLowerCase() === folded);
  if (field === undefined || targets.has(field.name) || field.definition.internal === true) return undefined;
  if (!canRead({ rights }, module, field)) return undefined;
  if (isSetByProduct(field)) return `${field.label} is set by the product.`;
  if (!canWrite({ rights }, module, field)) return `You may not set ${field.label}.`;
  return `${field.label} has parts that a table cannot have. Import it from an NDJSON file.`;
}
