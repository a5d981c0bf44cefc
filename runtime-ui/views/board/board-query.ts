import type { FieldView, ModuleView } from '#engine/model/wire';
import type { SearchInput } from '../../client/index.ts';
import { findField } from '../../headless/index.ts';
import { findRequirement } from '../field-update/find-requirement.ts';
import { withRequirementFields } from '../field-update/requirement-fields.ts';
import type { CardFields } from './card-content.ts';

/** The field that states why a record is in a column; undefined: there is none. */
export function reasonField(module: ModuleView, field: FieldView, value: string | null): FieldView | undefined {
  const names = value === null ? [] : (findRequirement(module, field, value, {})?.fields ?? []);
  return names.map((name) => findField(module, name)).find((one) => one?.inputType === 'Dropdown' || one?.inputType === 'TextField');
}

/** The search of a list plus the fields that the cards and moves need. */
export function boardQuery(module: ModuleView, field: FieldView, cards: CardFields, query: SearchInput): SearchInput {
  return withRequirementFields(module, query, [field.fieldName, ...cards.names]);
}
