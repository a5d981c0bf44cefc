import { Select } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { ROLL_UP_OPERATIONS, type FieldDefinition, type InputType, type ModuleDefinition, type RollUp } from '#engine/model/definitions';
import type { JsonValue } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import { Icon, t } from '../../../kit/index.ts';
import { ConditionEditor } from '../conditions/condition-editor.tsx';
import { useDefinition } from '../draft/use-definition.ts';
import { useDefinitions, type ListedDefinition } from '../draft/use-definitions.ts';
import { nameOfListed } from '../dropdowns/use-dropdowns.ts';
import { FormulaEditor } from '../formulas/formula-editor.tsx';
import { FormulaPreview } from '../formulas/formula-preview.tsx';
import { problemOf, type PropertyContext } from './property-context.ts';
import { useFieldDefinitions, usePublishedView } from './use-published-view.ts';

const CHEVRON = <Icon of={ChevronDown} />;

/** Properties that a calculated field cannot have. */
const REPLACED = {
  required: undefined,
  unique: undefined,
  sensitive: undefined,
  massUpdatable: undefined,
  profile: undefined,
  default: undefined,
  defaultDate: undefined,
  defaultFormula: undefined,
  defaultSetting: undefined,
  requiredWhen: undefined,
  optionsBy: undefined,
  fieldType: undefined,
  mask: undefined,
} as const;

/** The formula that calculates the field, or its default, with the result for a record. */
export function FormulaProperty({ name, context }: { readonly name: 'formula' | 'defaultFormula'; readonly context: PropertyContext }) {
  const { module, field } = context;
  const formula = field[name];
  const error = problemOf(context, name);
  return (
    <section className="sf-rule">
      <h3 className="sf-heading">{t(`studioFields.property.${name}`)}</h3>
      <p className="sf-note">{t(`studioFields.help.${name}`)}</p>
      <FormulaEditor
        key={field.id}
        module={module}
        field={field}
        label={t(`studioFields.property.${name}`)}
        value={formula}
        hasRelated={name === 'formula'}
        onChange={(next) =>
          context.set(next === undefined || name === 'defaultFormula' ? { [name]: next } : { ...REPLACED, formula: next })
        }
      />
      {error !== undefined && <p className="sf-problem">{error}</p>}
      {formula !== undefined && <FormulaPreview module={module} field={field} formula={formula} />}
    </section>
  );
}

/** Related records that a roll-up can calculate of. */
interface RollUpChoice {
  /** Name of the module of the related records. */
  readonly module: string;
  readonly label: string;
  readonly source: Pick<RollUp, 'relationship' | 'module' | 'field'>;
}

const keyOf = ({ relationship, module, field }: RollUpChoice['source']): string =>
  relationship === undefined ? `field ${module}.${field}` : `relationship ${relationship}`;

/** The relationships of the module, its own lists of records, and the fields of other modules that point to it. */
function listChoices(
  module: ModuleDefinition,
  fields: readonly FieldDefinition[],
  view: ModuleView | undefined,
  modules: readonly ListedDefinition[],
): readonly RollUpChoice[] {
  const labelOf = (name: string) => modules.find((one) => nameOfListed(one) === name)?.label ?? name;
  const related = (module.relationships ?? []).filter((one) => one.primary_module.name === module.name);
  const written = new Set(related.map((one) => `${one.related_module.name}.${one.name}`));
  const own = fields.filter(({ inputType, ref }) => inputType === 'MultiRelate' && typeof ref === 'string');
  const drafted = modules.flatMap(({ drafted: definition }) =>
    definition === undefined ? [] : [definition as unknown as ModuleDefinition],
  );
  const pointing = [
    ...(view?.relations ?? [])
      .filter(({ direction, flex, modules: [only] }) => direction === 'reverse' && !flex && only !== undefined)
      .map(({ modules: [name = ''], fieldName, label }) => ({ module: name, field: fieldName, label })),
    ...drafted.flatMap((other) =>
      other.fields
        .filter(({ inputType, ref }) => (inputType === 'Relate' || inputType === 'MultiRelate') && ref === module.name)
        .map(({ fieldName, label }) => ({ module: other.name, field: fieldName, label })),
    ),
  ].filter((one, index, all) => {
    const isFirst = all.findIndex((other) => other.module === one.module && other.field === one.field) === index;
    return isFirst && !written.has(`${one.module}.${one.field}`);
  });
  return [
    ...related.map((one) => ({
      module: one.related_module.name,
      label: one.related_module.label,
      source: { relationship: one.reverseName ?? one.name },
    })),
    ...own.map(({ fieldName, label, ref }) => ({ module: String(ref), label, source: { relationship: fieldName } })),
    ...pointing.map((one) => ({
      module: one.module,
      label: t('studioFields.formula.rollUp.bySource', { module: labelOf(one.module), field: one.label }),
      source: { module: one.module, field: one.field },
    })),
  ];
}

/** The value that is calculated of related records: which ones, what, of which field, and the filter. */
export function RollUpProperty({ context }: { readonly context: PropertyContext }) {
  const { module, field, fields } = context;
  const { rollUp } = field;
  const modules = useDefinitions('module').list ?? [];
  const choices = listChoices(module, fields, usePublishedView(module.id), modules);
  const error = problemOf(context, 'rollUp');
  const chosen = rollUp === undefined ? undefined : choices.find(({ source }) => keyOf(source) === keyOf(rollUp));
  const sourceId = modules.find((one) => nameOfListed(one) === chosen?.module)?.id;
  return (
    <section className="sf-rule">
      <h3 className="sf-heading">{t('studioFields.property.rollUp')}</h3>
      <p className="sf-note">{t('studioFields.help.rollUp')}</p>
      <Select
        label={t('studioFields.formula.rollUp.source')}
        placeholder={t('studioFields.formula.rollUp.none')}
        rightSection={CHEVRON}
        searchable
        clearable
        nothingFoundMessage={t('views.fields.noMatch')}
        data={choices.map(({ source, label }) => ({ value: keyOf(source), label }))}
        value={rollUp === undefined ? null : keyOf(rollUp)}
        error={error}
        onChange={(key) => {
          const next = choices.find(({ source }) => keyOf(source) === key);
          const operation = operationsOf(field.inputType)[0] ?? 'count';
          context.set(next === undefined ? { rollUp: undefined } : { ...REPLACED, rollUp: { ...next.source, operation } });
        }}
      />
      {rollUp !== undefined && sourceId !== undefined && (
        <RollUpInputs key={sourceId} id={sourceId} context={context} rollUp={rollUp} onChange={(next) => context.set({ rollUp: next })} />
      )}
    </section>
  );
}

/** The operations that result in a type: the first one is the simplest. */
function operationsOf(inputType: InputType): readonly RollUp['operation'][] {
  if (inputType === 'Number') return ROLL_UP_OPERATIONS;
  return inputType === 'Currency' ? ['sum', 'min', 'max', 'avg'] : ['min', 'max'];
}

const NUMBERS: readonly InputType[] = ['Number', 'Currency'];

interface RollUpInputsProps {
  readonly id: string;
  readonly context: PropertyContext;
  readonly rollUp: RollUp;
  readonly onChange: (rollUp: RollUp) => void;
}

/** What is calculated of the records of a module. */
function RollUpInputs({ id, ...props }: RollUpInputsProps) {
  const definition = useDefinition('module', id).definition as ModuleDefinition | undefined;
  return definition === undefined ? <p className="sf-note">{t('states.loading')}</p> : <SourceInputs {...props} source={definition} />;
}

function SourceInputs({ source, context, rollUp, onChange }: Omit<RollUpInputsProps, 'id'> & { readonly source: ModuleDefinition }) {
  const { inputType } = context.field;
  const isNumber = NUMBERS.includes(inputType);
  const measured = useFieldDefinitions(source).filter(
    (one) => one.sensitive !== true && one.internal !== true && (isNumber ? NUMBERS.includes(one.inputType) : one.inputType === inputType),
  );
  const { of: _of, filter: _filter, ...rest } = rollUp;
  const of = rollUp.of === undefined ? {} : { of: rollUp.of };
  const filter = rollUp.filter === undefined ? {} : { filter: rollUp.filter };
  return (
    <>
      <Select
        label={t('studioFields.formula.rollUp.operation')}
        rightSection={CHEVRON}
        allowDeselect={false}
        data={operationsOf(inputType).map((value) => ({ value, label: t(`studioFields.formula.operations.${value}`) }))}
        value={rollUp.operation}
        onChange={(operation) => {
          if (operation !== null) onChange({ ...rest, ...filter, operation, ...(operation === 'count' ? {} : of) });
        }}
      />
      {rollUp.operation !== 'count' && (
        <Select
          label={t('studioFields.formula.rollUp.of')}
          rightSection={CHEVRON}
          searchable
          required
          nothingFoundMessage={t('views.fields.noMatch')}
          data={measured.map(({ fieldName, label }) => ({ value: fieldName, label }))}
          value={rollUp.of ?? null}
          onChange={(name) => onChange({ ...rest, ...filter, ...(name === null ? {} : { of: name }) })}
        />
      )}
      <h4 className="sf-heading">{t('studioFields.formula.rollUp.filter')}</h4>
      <ConditionEditor
        kind="filter"
        module={source}
        label={t('studioFields.formula.rollUp.filter')}
        value={rollUp.filter as JsonValue | undefined}
        onChange={(next) => onChange({ ...rest, ...of, ...(next === undefined ? {} : { filter: next as RollUp['filter'] & object }) })}
      />
    </>
  );
}
