import { toWords } from '#engine/model/values';
import { t } from '../../../kit/index.ts';

const PROPERTIES = [
  'dropdown',
  'default',
  'defaultSetting',
  'required',
  'unique',
  'minimum',
  'maximum',
  'mask',
  'numberFormat',
  'validators',
  'fieldType',
  'ref',
  'optionsBy',
  'entry',
  'fieldsOf',
  'fieldsElseOf',
  'valueFor',
  'propertiesOf',
  'filterOf',
  'visibleWhen',
  'requiredWhen',
  'readOnlyWhen',
  'openWhen',
  'defaultFormula',
  'validations',
  'transitionRequirements',
  'formula',
  'rollUp',
] as const;

const PLACES = [
  'ssModule',
  'sections',
  'role',
  'defaultSort',
  'relatedLists',
  'module_access',
  'field_access',
  'sensitive_access',
  'groups',
  'reads',
  'writes',
  'indexes',
  'withoutIndexes',
  'validations',
  'fieldForName',
  'upsertField',
  'narrowedBy',
  'name_template',
  'finders',
  'duplicates',
  'boardBy',
  'calendarBy',
  'workItems',
  'homeLists',
  'listViews',
  'rowRules',
] as const;

/** The position of a property inside a field or a definition in words: '/dropdown' is "Dropdown", '/options/old' is "Options › Old". */
export function describeProperty(path: string): string {
  const [first = '', ...more] = path.split('/').slice(1);
  const property = PROPERTIES.find((one) => one === first);
  if (property !== undefined) return t(`studioFields.property.${property}`);
  const steps = [first, ...more].filter((step) => step !== '' && !/^\d+$/u.test(step));
  return steps.map((step) => toWords(step.replaceAll('~1', '/').replaceAll('~0', '~'))).join(' › ');
}

/**
 * The position of a reference in words: '/fields/state/dropdown' is "state, Dropdown", '/homeLists/0' is "List of the home page". Fields
 * have their API names.
 */
export function describeReference(path: string): string {
  const [first = '', second = '', third = ''] = path.split('/').slice(1);
  if (first === 'fields') {
    const property = PROPERTIES.find((one) => one === third);
    return property === undefined ? second : `${second}, ${t(`studioFields.property.${property}`)}`;
  }
  const place = PLACES.find((one) => one === first);
  return place === undefined ? '' : t(`studioFields.uses.places.${place}`);
}
