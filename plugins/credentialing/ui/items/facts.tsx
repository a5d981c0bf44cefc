import { formatValue, type SlotProps } from '#ui';

/** The fields of the detail layout that have a value; related records are in their own tab. */
export function Facts({ module, record }: Pick<SlotProps<'record'>, 'module' | 'record'>) {
  const names = new Set(module.layouts.detail?.sections.flatMap(({ fields }) => fields.map(({ fieldName }) => fieldName)));
  const facts = module.fields
    .filter(
      (field) =>
        names.has(field.fieldName) && !field.inputType.includes('Relate') && field.inputType !== 'File' && field.inputType !== 'Object',
    )
    .map((field) => [field.label, formatValue(module, field, record[field.fieldName])] as const)
    .filter(([, text]) => text !== '');
  return (
    <dl className="cr-facts">
      {facts.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
