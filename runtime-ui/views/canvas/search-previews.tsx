import { memo, useMemo } from 'react';
import type { FieldView, ModuleView } from '#engine/model/wire';
import { FoundRecords } from '../../fields/search/index.ts';
import { FieldInput, TermInput } from '../../fields/widgets/index.ts';
import type { LayoutItem } from '../../headless/index.ts';
import { toMassUpdateField, withCheckboxReplacement } from '../../headless/bulk/index.ts';
import { t } from '../../kit/index.ts';
import '../styles/form.css';
import '../styles/list.css';

const NOTHING = () => undefined;
const NO_TERMS = {};

interface ItemPreviewProps {
  readonly module: ModuleView;
  readonly item: LayoutItem;
}

/** The input of a search for one field, empty; to be shown inert. */
export const TermPreview = memo(function TermPreview({ module, item }: ItemPreviewProps) {
  return <TermInput module={module} item={item} entry={undefined} onChange={NOTHING} />;
});

/** The input of the mass update for one field, empty; to be shown inert. */
export const MassUpdateFieldPreview = memo(function MassUpdateFieldPreview({
  module,
  field,
  label,
}: Pick<ItemPreviewProps, 'module'> & { readonly field: FieldView; readonly label: string }) {
  const shown = useMemo(() => withCheckboxReplacement(module), [module]);
  const offered = toMassUpdateField(field);
  return (
    <FieldInput
      id={`preview-${field.fieldName}`}
      module={shown}
      field={{ ...offered, label, placeholder: offered.placeholder ?? t('work.mass.keep') }}
      value={undefined}
      onChange={NOTHING}
      required={false}
    />
  );
});

/** The records that a popup finds before anything is searched for; to be shown inert. */
export const FoundRecordsPreview = memo(function FoundRecordsPreview({ module }: Pick<ItemPreviewProps, 'module'>) {
  return <FoundRecords view={module} terms={NO_TERMS} page={0} setPage={NOTHING} onClear={NOTHING} onPick={NOTHING} />;
});
