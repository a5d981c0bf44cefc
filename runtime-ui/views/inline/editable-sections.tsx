import { useState, type ReactNode } from 'react';
import type { LayoutView } from '#engine/model/definitions';
import type { ModuleView } from '#engine/model/wire';
import {
  findLayout,
  isReadable,
  layoutSections,
  useBroadcastEditing,
  useUserId,
  useVisibility,
  type Draft,
  type LayoutItem,
  type ResolvedSection,
} from '../../headless/index.ts';
import { isInlineEditable, type EditedRecord } from '../../headless/inline/index.ts';
import { Section, t, Tabs } from '../../kit/index.ts';
import type { EditStep } from './field-editor.tsx';
import { InlineField } from './inline-field.tsx';

const WIDE = ['TextArea', 'Object', 'Array', 'MessageListField'];

interface EditableSectionsProps {
  readonly module: ModuleView;
  readonly record: EditedRecord;
  readonly view: Extract<LayoutView, 'detail' | 'preview-panel'>;
  readonly headingLevel: 2 | 3;
  /** A field that is omitted because it is shown elsewhere. */
  readonly without?: string;
  /** Uses one column regardless of the layout. */
  readonly isNarrow?: boolean;
  /** Renders a note next to a value. */
  readonly noteOf?: (item: LayoutItem) => ReactNode;
}

function isWide(item: LayoutItem): boolean {
  return item.layout.span === 2 || (item.field !== undefined && WIDE.includes(item.field.inputType));
}

/** The sections of a layout with the fields that are readable and visible for this record. */
function useSections({ module, record, view, without }: EditableSectionsProps) {
  const userId = useUserId();
  const isShown = useVisibility(module);
  const sections = layoutSections(module, view).map((section) => ({
    ...section,
    items: section.items.filter(
      (item) =>
        item.field !== undefined &&
        item.fieldName !== without &&
        isReadable(item.field, record, userId) &&
        isShown(item.field, record as Draft),
    ),
  }));
  return sections.filter((section) => section.items.length > 0);
}

function nextItem(
  items: readonly LayoutItem[],
  name: string,
  step: EditStep,
  isEditable: (item: LayoutItem) => boolean,
): string | undefined {
  const at = items.findIndex((item) => item.fieldName === name);
  const ordered = step === 1 ? items.slice(at + 1) : items.slice(0, Math.max(0, at)).reverse();
  return step === 0 ? undefined : ordered.find(isEditable)?.fieldName;
}

/** The sections of a layout, in tabs if the layout says so, with inline editing of each value. Hidden and unreadable fields are omitted. */
export function EditableSections(props: EditableSectionsProps) {
  const { module, record, view, headingLevel, isNarrow = false, noteOf } = props;
  const userId = useUserId();
  const [editing, setEditing] = useState<string | undefined>(undefined);
  useBroadcastEditing(module.name, record._id, editing);
  const sections = useSections(props);
  const items = sections.flatMap((section) => section.items);
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const shown = sections.find(({ id }) => id === chosen) ?? sections[0];
  const close = (name: string, step: EditStep) => {
    const next = nextItem(items, name, step, (item) => isInlineEditable(module, item, record, userId));
    setEditing(next);
    // Opens the tab that contains the next field.
    if (next !== undefined) setChosen(sections.find((section) => section.items.some((item) => item.fieldName === next))?.id);
  };
  const renderSection = (section: ResolvedSection) => (
    <Section key={section.id} title={section.label} headingLevel={headingLevel}>
      <dl className={isNarrow ? 'mv-fields' : `mv-fields mv-fields-${section.columns}`}>
        {section.items.map((item) => (
          <InlineField
            key={item.fieldName}
            module={module}
            item={item}
            record={record}
            isWide={!isNarrow && isWide(item)}
            note={noteOf?.(item)}
            isEditing={editing === item.fieldName}
            onEdit={() => setEditing(item.fieldName)}
            onClose={(step) => close(item.fieldName, step)}
          />
        ))}
      </dl>
    </Section>
  );
  if (shown === undefined || sections.length < 2 || findLayout(module, view)?.panelType !== 'tabs') return sections.map(renderSection);
  return (
    <div className="mv-section-tabs">
      <Tabs
        label={t('views.form.sections')}
        items={sections.map(({ id, label }) => ({ id, label }))}
        selected={shown.id}
        onSelect={setChosen}
      >
        {renderSection(shown)}
      </Tabs>
    </div>
  );
}
