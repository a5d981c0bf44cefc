import { X } from 'lucide-react';
import type { JsonValue, ModuleView } from '#engine/model';
import { formatValue, optionLabel, textOf } from '../../fields/values/index.ts';
import { describeTerm, findField, isRelating, resolveItem, useNamesOf, withTerm, type LayoutItem, type ListHandle } from '../../headless/index.ts';
import { Icon, t } from '../../kit/index.ts';

function operandText(module: ModuleView, item: LayoutItem, operand: JsonValue, names: ReadonlyMap<string, string>): string {
  const field = item.field;
  if (field === undefined || item.part !== undefined) return textOf(operand);
  if (isRelating(field)) return names.get(textOf(operand)) ?? textOf(operand);
  if (field.inputType === 'Checkbox') return operand === true ? t('views.fields.yes') : t('views.fields.no');
  if (field.inputType === 'MultiSelect') return optionLabel(module, field, operand);
  if (field.inputType === 'DateTime' && /^\d{4}-\d\d-\d\d$/.test(textOf(operand))) return formatValue(module, { ...field, inputType: 'Date' }, operand);
  return Array.isArray(operand) ? textOf(operand) : formatValue(module, field, operand);
}

function Chip({ module, item, entry, onRemove }: { readonly module: ModuleView; readonly item: LayoutItem; readonly entry: JsonValue; readonly onRemove: () => void }) {
  const { operator, operands } = describeTerm(entry);
  const isRelate = item.field !== undefined && isRelating(item.field);
  const names = useNamesOf(isRelate ? item.field?.refs[0] : undefined, isRelate ? operands.map(textOf) : []);
  const words = operands.length > 2 ? t('views.list.chosen', { count: operands.length }) : operands.map((operand) => operandText(module, item, operand, names)).join(operator === 'is between' ? ' – ' : ', ');
  return (
    <span className="mv-chip">
      <span className="mv-chip-field">{item.label}</span>
      <span className="mv-chip-operator">{operator}</span>
      {words !== '' && <span className="mv-chip-value">{words}</span>}
      <button type="button" className="mv-chip-remove" aria-label={t('views.list.removeFilter', { name: item.label })} onClick={onRemove}><Icon of={X} size={14} /></button>
    </span>
  );
}

/** The filters in force, each with a cross. */
export function TermChips({ module, list }: { readonly module: ModuleView; readonly list: ListHandle }) {
  const { terms } = list.state;
  const entries = Object.entries(terms).map(([name, entry]) => ({ name, entry, item: resolveItem(module, { fieldName: name }) }));
  const shown = entries.filter((one): one is typeof one & { item: LayoutItem } => one.item !== undefined && findField(module, one.name.split('.')[0] ?? '') !== undefined);
  if (shown.length === 0) return null;
  return (
    <div className="mv-chips" role="group" aria-label={t('views.list.applied')}>
      {shown.map(({ name, entry, item }) => <Chip key={name} module={module} item={item} entry={entry} onRemove={() => list.change({ terms: withTerm(terms, name, undefined) })} />)}
    </div>
  );
}
