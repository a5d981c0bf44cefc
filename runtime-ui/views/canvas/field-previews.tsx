import { memo } from 'react';
import type { ModuleView } from '#engine/model/wire';
import type { JsonObject } from '#engine/model/values';
import type { RecordData } from '../../client/index.ts';
import { findFieldSlot } from '../../extensions/index.ts';
import { getAllowedOptions, isOwnRecord, isWritable, useUserId, type LayoutItem } from '../../headless/index.ts';
import { RecordField } from '../form/record-field.tsx';
import { RecordCell } from '../grid/grid-columns.tsx';
import { InlineField } from '../inline/inline-field.tsx';
import { chooseCardItems, RecordCard } from '../list/card-list.tsx';
import '../styles/form.css';
import '../styles/inline.css';
import '../styles/list.css';
import '../styles/record.css';
import '../styles/views.css';

interface FieldPreviewProps {
  readonly module: ModuleView;
  readonly item: LayoutItem;
  readonly record: RecordData;
}

const NOTHING = () => undefined;
const NO_ISSUES = [] as const;
const NO_DEBOUNCER = { schedule: NOTHING, flush: NOTHING, isPending: () => false };

/** A field of a form with the value of a record; to be shown inert, because nothing that is typed is kept. */
export const FormFieldPreview = memo(function FormFieldPreview({ module, item, record }: FieldPreviewProps) {
  const isOwn = isOwnRecord(record, useUserId());
  const { field, layout } = item;
  if (field === undefined) return null;
  const value = record[field.fieldName];
  return (
    <RecordField
      module={module}
      prefix="preview"
      recordId={record._id}
      isReadOnly={() => layout.readOnly === true || !isWritable(field, isOwn)}
      setValue={NOTHING}
      setParseError={NOTHING}
      readDraft={() => record}
      inputDebouncer={NO_DEBOUNCER}
      hintOf={NOTHING}
      field={field}
      item={item}
      value={value}
      rawValue={value}
      issues={NO_ISSUES}
      isRequired={field.required === true}
      isReadOnlyByRule={false}
      allowed={getAllowedOptions(field, record as JsonObject)}
      draft={findFieldSlot(module.name, field) === undefined ? undefined : record}
    />
  );
});

/** A field of the page of a record with its label and value; to be shown inert. */
export const DetailFieldPreview = memo(function DetailFieldPreview({ module, item, record }: FieldPreviewProps) {
  return (
    <dl className="mv-fields">
      <InlineField module={module} item={item} record={record} isEditing={false} onEdit={NOTHING} onClose={NOTHING} hasLock={false} />
    </dl>
  );
});

/** The value of a record in a list. */
export const CellPreview = memo(function CellPreview({ module, item, record }: FieldPreviewProps) {
  return <RecordCell module={module} item={item} record={record} />;
});

interface CardPreviewProps {
  readonly module: ModuleView;
  /** The shown columns of the list. */
  readonly items: readonly LayoutItem[];
  readonly record: RecordData;
}

/** A record in the list of a phone. */
export const CardPreview = memo(function CardPreview({ module, items, record }: CardPreviewProps) {
  return <RecordCard module={module} record={record} items={chooseCardItems(module, items)} isSelecting={false} selection={undefined} />;
});
