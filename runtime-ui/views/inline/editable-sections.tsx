import { useState, type ReactNode } from 'react';
import type { LayoutView } from '#engine/model/definitions';
import type { JsonValue } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import { findUserArea, useSession } from '../../client/index.ts';
import {
  findLayout,
  isEmptyValue,
  isObject,
  isReadable,
  layoutSections,
  readValue,
  useBroadcastEditing,
  useUserId,
  useVisibility,
  type Draft,
  type LayoutItem,
  type ResolvedSection,
} from '../../headless/index.ts';
import { isInlineEditable, isLocked, type EditedRecord } from '../../headless/inline/index.ts';
import { Section, t, Tabs } from '../../kit/index.ts';
import type { EditStep } from './field-editor.tsx';
import { InlineField } from './inline-field.tsx';
import { ReadOnlyNote } from './read-only-note.tsx';

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
  /** Fields that the user may not change say why, and are shown without a value too, also to users of an area of their own. */
  readonly explainsLocks?: boolean;
  /** Renders a note next to a value. */
  readonly noteOf?: (item: LayoutItem) => ReactNode;
}

function isWide(item: LayoutItem): boolean {
  return item.layout.span === 2 || (item.field !== undefined && WIDE.includes(item.field.inputType));
}

/** The sections of a layout with the fields that are readable and visible for this record. */
function useSections({ module, record, view, without, explainsLocks = false }: EditableSectionsProps) {
  const userId = useUserId();
  const user = useSession((session) => session.user);
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
  const all = sections.flatMap(({ items }) => items);
  const isLockedItem = ({ field, layout }: LayoutItem): boolean => field === undefined || isLocked(module, field, layout, record, userId);
  const isReadOnly = all.length > 0 && all.every(isLockedItem);
  const isOfOwnArea = !explainsLocks && user !== null && findUserArea(user) !== undefined;
  // What is of no use is left out: in a record that is only read, what is not visible; for users of an own area also what is empty.
  const isUseful = (item: LayoutItem): boolean => {
    const value = readValue(record, item.fieldName);
    return !(isReadOnly && isHiddenValue(value)) && !(isOfOwnArea && isLockedItem(item) && (isEmptyValue(value) || isHiddenValue(value)));
  };
  return {
    isReadOnly,
    hasLocks: !isReadOnly && !isOfOwnArea,
    sections: sections
      .map((section) => ({ ...section, items: section.items.filter(isUseful) }))
      .filter((section) => section.items.length > 0),
  };
}

/** Whether a value only names records whose names the user may not read. */
function isHiddenValue(value: JsonValue | undefined): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every((one: JsonValue) => isHiddenValue(one));
  return isObject(value) && value['hidden'] === true;
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
  const { sections, isReadOnly, hasLocks } = useSections(props);
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
            hasLock={hasLocks}
            isEditing={editing === item.fieldName}
            onEdit={() => setEditing(item.fieldName)}
            onClose={(step) => close(item.fieldName, step)}
          />
        ))}
      </dl>
    </Section>
  );
  const note = isReadOnly && <ReadOnlyNote module={module} recordId={record._id} />;
  if (shown === undefined || sections.length < 2 || findLayout(module, view)?.panelType !== 'tabs')
    return (
      <>
        {note}
        {sections.map(renderSection)}
      </>
    );
  return (
    <div className="mv-section-tabs">
      {note}
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
