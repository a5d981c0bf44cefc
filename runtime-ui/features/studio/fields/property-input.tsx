import type { InputType } from '#engine/model/definitions';
import { t } from '../../../kit/index.ts';
import { FormulaProperty, RollUpProperty } from './calculation-properties.tsx';
import { EntryProperty } from './entry-property.tsx';
import { offersProperty, PROPERTY_GROUPS, type PropertyName } from './field-types.ts';
import { problemOf, type PropertyContext } from './property-context.ts';
import { ConditionProperty, OptionsByProperty, RequirementsProperty, ValidationsProperty } from './rule-properties.tsx';
import {
  AwaitsApprovalProperty,
  DefaultDateProperty,
  DefaultProperty,
  DropdownProperty,
  FieldSelect,
  FlagProperty,
  NotifiesProperty,
  NumberProperty,
  RefProperty,
  TextProperty,
  ValidatorsProperty,
  ZipProperty,
} from './simple-properties.tsx';

/** Types of fields that name a module, or refer to a record about one. */
const NAMING_A_MODULE: readonly InputType[] = ['Module', 'TextField', 'Relate'];

type Group = keyof typeof PROPERTY_GROUPS;
type GroupedName = (typeof PROPERTY_GROUPS)[Group][number];

/** The input for one property of a field. */
export function PropertyInput({ name, context }: { readonly name: GroupedName; readonly context: PropertyContext }) {
  switch (name) {
    case 'description':
    case 'placeholder':
    case 'unit':
    case 'requiredText':
    case 'defaultSetting':
    case 'fieldType':
    case 'mask':
    case 'numberFormat':
      return <TextProperty name={name} context={context} />;
    case 'minimum':
    case 'maximum':
    case 'textAreaRowCount':
    case 'firstNumber':
      return <NumberProperty name={name} context={context} />;
    case 'visibleWhen':
    case 'requiredWhen':
    case 'readOnlyWhen':
    case 'openWhen':
      return <ConditionProperty name={name} context={context} />;
    case 'fieldsOf':
    case 'propertiesOf':
    case 'filterOf':
    case 'fieldsElseOf':
      return (
        <FieldSelect
          label={t(`studioFields.property.${name}`)}
          context={context}
          accepts={({ inputType }) => NAMING_A_MODULE.includes(inputType)}
          value={context.field[name]}
          error={problemOf(context, name)}
          onChange={(next) =>
            context.set({ [name]: next, ...(next === undefined && { fieldsElseOf: undefined, allowsOtherNames: undefined }) })
          }
        />
      );
    case 'valueFor':
      return (
        <FieldSelect
          label={t('studioFields.property.valueFor')}
          context={context}
          accepts={({ inputType, fieldsOf }) => inputType === 'TextField' && fieldsOf !== undefined}
          value={context.field.valueFor}
          error={problemOf(context, name)}
          onChange={(next) => context.set({ valueFor: next })}
        />
      );
    case 'awaitsApproval':
      return <AwaitsApprovalProperty context={context} />;
    case 'defaultDate':
      return <DefaultDateProperty context={context} />;
    case 'formula':
    case 'defaultFormula':
      return <FormulaProperty name={name} context={context} />;
    case 'rollUp':
      return <RollUpProperty context={context} />;
    case 'dropdown':
      return <DropdownProperty context={context} />;
    case 'ref':
      return <RefProperty context={context} />;
    case 'default':
      return <DefaultProperty context={context} />;
    case 'entry':
      return <EntryProperty context={context} />;
    case 'notifies':
      return <NotifiesProperty context={context} />;
    case 'validators':
      return <ValidatorsProperty context={context} />;
    case 'zipAutofill':
      return <ZipProperty context={context} />;
    case 'validations':
      return <ValidationsProperty context={context} />;
    case 'optionsBy':
      return <OptionsByProperty context={context} />;
    case 'transitionRequirements':
      return <RequirementsProperty context={context} />;
    default:
      return <FlagProperty name={name} context={context} />;
  }
}

/** The properties of a group that the field has. */
export function listGroupProperties(group: Group, { field, module }: PropertyContext): readonly GroupedName[] {
  const names: readonly GroupedName[] = PROPERTY_GROUPS[group];
  return names.filter((name: PropertyName) => offersProperty(field, name, module.name));
}
