import { useEffect, useMemo } from 'react';
import { deriveFieldName, type FieldDefinition, type ModuleDefinition } from '#engine/model/definitions';
import type { ChangeProblem, DefinitionDetail, ModuleView } from '#engine/model/wire';
import { randomKey } from '../../../client/index.ts';
import { t } from '../../../kit/index.ts';
import { listFieldChanges, listSiteFields } from './field-changes.ts';
import type { ModuleLock } from '../modules/module-lock.tsx';
import { FieldPanel } from './field-panel.tsx';
import { FieldTable, type FieldRow } from './field-table.tsx';
import { countFieldUses, usesOf } from './field-uses.ts';
import { listStudioFields, moveField, putField, removeField, shiftField, type StudioField } from './module-fields.ts';

export interface FieldsTabProps {
  readonly module: ModuleDefinition;
  /** The module as it is published; undefined: it is new. */
  readonly detail: DefinitionDetail | undefined;
  readonly view: ModuleView | undefined;
  /** Of a locked module fields are only shown. */
  readonly lock: ModuleLock | undefined;
  readonly problems: readonly ChangeProblem[];
  /** Id or name of the field in the panel. */
  readonly selected: string | undefined;
  readonly onSelect: (id: string | undefined) => void;
  readonly onChange: (module: ModuleDefinition) => void;
}

const toModule = (definition: unknown) => definition as ModuleDefinition;

/** Whether the definition has an index for this field alone. */
function isIndexed({ indexes = [] }: ModuleDefinition, { fieldName, unique }: FieldDefinition): boolean {
  return unique === true || indexes.some((names) => names.length === 1 && names[0] === fieldName);
}

function setIndexed(module: ModuleDefinition, name: string, isOn: boolean): ModuleDefinition {
  const isOfField = (names: readonly string[]) => names.length === 1 && names[0] === name;
  const { indexes = [], withoutIndexes, ...rest } = module;
  const others = indexes.filter((names) => !isOfField(names));
  const next = isOn ? [...others, [name]] : others;
  const without = (withoutIndexes ?? []).filter((names) => !(isOn && isOfField(names)));
  return {
    ...rest,
    ...(next.length === 0 ? {} : { indexes: next }),
    ...(without.length === 0 ? {} : { withoutIndexes: without }),
  };
}

/** The rows of the table: the fields of the draft, and those that it removes. */
export function listRows({ module, detail, view }: Pick<FieldsTabProps, 'module' | 'detail' | 'view'>): readonly FieldRow[] {
  const published = detail === undefined ? undefined : toModule(detail.definition);
  const changes = listFieldChanges(published, module);
  const earlier = new Map((published?.fields ?? []).map((field) => [field.id, field]));
  const uses = countFieldUses(published?.name ?? module.name, detail?.references ?? []);
  const site = listSiteFields(detail?.base === undefined || detail.base === null ? null : toModule(detail.base), module);
  const fields = listStudioFields(module, view);
  const idOfOwn = new Map(module.fields.map(({ fieldName, id }) => [fieldName, id]));
  const names = new Set(fields.map(({ definition }) => definition.fieldName));
  const removed = [...earlier.values()].filter(({ id, fieldName }) => changes.get(id) === 'removed' && !names.has(fieldName));
  const toRow = (field: StudioField): FieldRow => {
    const { definition } = field;
    const id = idOfOwn.get(definition.fieldName) ?? definition.id;
    const before = earlier.get(id);
    const change = changes.get(id);
    return {
      ...field,
      change,
      earlierName: change === 'renamed' ? before?.fieldName : undefined,
      uses: usesOf(uses, before?.fieldName ?? definition.fieldName),
      isSite: site.has(definition.fieldName),
      isIndexed: isIndexed(module, definition),
    };
  };
  return [...fields.map(toRow), ...removed.map((definition) => toRow({ definition, origin: 'own', system: false }))];
}

/** The fields of a module in a table, with the properties of the selected one beside it. */
export function FieldsTab(props: FieldsTabProps) {
  const { module, detail, view, lock, problems, selected, onSelect, onChange } = props;
  const rows = useMemo(() => listRows({ module, detail, view }), [module, detail, view]);
  const fields = useMemo(() => rows.filter(({ change }) => change !== 'removed').map(({ definition }) => definition), [rows]);
  const own = rows.filter(({ origin, change }) => origin === 'own' && change !== 'removed').map(({ definition }) => definition.fieldName);
  const present = rows.filter(({ change }) => change !== 'removed');
  const row =
    present.find(({ definition }) => definition.id === selected) ?? present.find(({ definition }) => definition.fieldName === selected);
  const id = row?.definition.id;
  // A name changes while it is typed: the address has the id.
  useEffect(() => {
    if (id !== undefined && id !== selected) onSelect(id);
  }, [id, selected, onSelect]);
  const add = () => {
    const label = t('studioFields.newField');
    const fieldName = deriveFieldName(
      label,
      fields.map((field) => field.fieldName),
    );
    const created = `field_${randomKey()}`;
    onChange(putField(module, fieldName, { id: created, fieldName, label, inputType: 'TextField' }));
    onSelect(created);
  };
  return (
    <div className="sf-split" data-open={row !== undefined || undefined}>
      <FieldTable
        rows={rows}
        isLocked={lock !== undefined}
        selected={id}
        onSelect={onSelect}
        onAdd={add}
        onMove={(name, before) => onChange(moveField(module, name, before))}
        onShift={(name, by) => onChange(shiftField(module, own, name, by))}
      />
      {row !== undefined && <SelectedField {...props} key={row.definition.id} row={row} fields={fields} problems={problems} />}
    </div>
  );
}

/** Renames a field wherever its own module names it by its position: in the list of indexes. */
function renameInIndexes(module: ModuleDefinition, before: string, after: string): ModuleDefinition {
  if (before === after || module.indexes === undefined) return module;
  return { ...module, indexes: module.indexes.map((names) => names.map((name) => (name === before ? after : name))) };
}

function SelectedField({
  row,
  fields,
  module,
  detail,
  lock,
  problems,
  onSelect,
  onChange,
}: FieldsTabProps & { readonly row: FieldRow; readonly fields: readonly FieldDefinition[] }) {
  const { definition } = row;
  const name = definition.fieldName;
  const isWritten = module.fields.some(({ fieldName }) => fieldName === name);
  const published = detail === undefined ? undefined : toModule(detail.definition);
  const isNew = row.change === 'added' || published === undefined;
  const change = (next: FieldDefinition) => {
    // The name of a new field follows its label until somebody types another name.
    const others = fields.filter((one) => one !== definition).map(({ fieldName }) => fieldName);
    const isDerived = definition.label.trim() === '' || name === deriveFieldName(definition.label, others);
    const follows = isNew && isDerived && next.fieldName === name && next.label !== definition.label;
    const derived = follows ? deriveFieldName(next.label, others) : '';
    const field = derived === '' ? next : { ...next, fieldName: derived };
    onChange(renameInIndexes(putField(module, name, field), name, field.fieldName));
  };
  const remove = () => {
    onChange(setIndexed(removeField(module, name), name, false));
    onSelect(undefined);
  };
  return (
    <FieldPanel
      module={module}
      moduleName={published?.name ?? module.name}
      earlierName={row.earlierName}
      field={row}
      fields={fields}
      uses={row.uses}
      isPublished={!isNew}
      publishedType={isNew ? undefined : published.fields.find((one) => one.id === definition.id)?.inputType}
      problems={problems}
      lock={lock}
      onChange={change}
      onRemove={row.origin === 'own' ? remove : undefined}
      onReset={row.origin === 'default' && isWritten ? () => onChange(removeField(module, name)) : undefined}
      isIndexed={row.isIndexed}
      onIndex={(isOn) => onChange(setIndexed(module, name, isOn))}
      onClose={() => onSelect(undefined)}
    />
  );
}
