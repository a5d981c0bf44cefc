import type { ModuleView } from '#engine/model';
import type { RecordData } from '../../client/index.ts';
import { findCellSlot } from '../../extensions/index.ts';
import { FieldValue } from '../../fields/values/index.ts';
import { isReadable, layoutSections, readValue, useUserId, useVisibility, type Draft, type LayoutItem, type RecordValues } from '../../headless/index.ts';
import { Section } from '../../kit/index.ts';

const WIDE = ['TextArea', 'Object', 'Array', 'MessageListField'];

function isWide(item: LayoutItem): boolean {
  return item.layout.span === 2 || (item.field !== undefined && WIDE.includes(item.field.inputType));
}

function Value({ module, item, record }: { readonly module: ModuleView; readonly item: LayoutItem; readonly record: RecordValues }) {
  const value = readValue(record, item.fieldName);
  if (item.field === undefined) return null;
  const Slot = item.part === undefined ? findCellSlot(module.name, item.fieldName) : undefined;
  if (Slot) return <Slot field={item.field} value={value} module={module} record={record as unknown as RecordData} />;
  return <FieldValue module={module} field={item.field} value={value} look="detail" isPart={item.part !== undefined} />;
}

/** The sections of the detail layout in two columns; fields hidden by their trigger or not readable are left out. */
export function RecordSections({ module, record }: { readonly module: ModuleView; readonly record: RecordValues }) {
  const userId = useUserId();
  const isShown = useVisibility(module);
  const sections = layoutSections(module, 'detail').map((section) => ({
    ...section,
    items: section.items.filter((item) => item.field !== undefined && isReadable(item.field, record, userId) && isShown(item.field, record as Draft)),
  }));
  return sections.filter((section) => section.items.length > 0).map((section) => (
    <Section key={section.id} title={section.label}>
      <dl className={`mv-fields mv-fields-${section.columns}`}>
        {section.items.map((item) => (
          <div key={item.fieldName} className={`mv-field ${isWide(item) ? 'mv-field-wide' : ''}`}>
            <dt>{item.label}</dt>
            <dd><Value module={module} item={item} record={record} /></dd>
          </div>
        ))}
      </dl>
    </Section>
  ));
}
