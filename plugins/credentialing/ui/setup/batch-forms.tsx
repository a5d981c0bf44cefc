import { Select } from '@mantine/core';
import { useState } from 'react';
import type { JsonValue } from '#engine/model';
import { FieldInput, findField, isWritable, RecordChoice, useModuleView, type RecordData } from '#ui';
import { ITEMS, labelOf } from '../items/use-items.ts';
import { tCredentialing } from '../texts.ts';

/** What a form reports for the body of the request; undefined: it is not complete. */
export type Draft = { readonly [name: string]: unknown } | undefined;

interface FormProps {
  /** The items of the setup from which the dialog was opened. */
  readonly items: readonly RecordData[];
  readonly onChange: (draft: Draft) => void;
}

/** Fields of entries that can be the same in many setups. */
const CHANGED = [
  'category',
  'description',
  'provider_assigned',
  'isOptional',
  'reference_only',
  'locked',
  'requires_exp_date',
  'field_type',
  'document_type',
] as const;

/** What a new item of another setup has of this one. */
const COPIED = [...CHANGED, 'label', 'provider_type', 'dropdown', 'field_options', 'relatedAgreement', 'relatedLibraryResource'] as const;

/** An item of the setup, by its title. */
function ItemChoice({
  items,
  label,
  onChoose,
}: {
  readonly items: readonly RecordData[];
  readonly label: string;
  readonly onChoose: (item: RecordData | undefined) => void;
}) {
  return (
    <Select
      label={label}
      searchable
      data={[...new Set(items.map(labelOf))]}
      onChange={(title) => onChoose(items.find((item) => labelOf(item) === title))}
    />
  );
}

/** Sets one field of all entries with a title. */
export function EntriesForm({ items, onChange }: FormProps) {
  const { data: view } = useModuleView(ITEMS);
  const [label, setLabel] = useState<string>();
  const [name, setName] = useState<string | null>(null);
  const [value, setValue] = useState<JsonValue | undefined>();
  const field = view && name !== null ? findField(view, name) : undefined;
  const fields = CHANGED.flatMap((one) => (view ? (findField(view, one) ?? []) : [])).filter((one) => isWritable(one, false));
  const report = (title: string | undefined, of: string | null, next: JsonValue | undefined) =>
    onChange(title === undefined || of === null ? undefined : { match: { label: title }, fields: { [of]: next ?? null } });
  return (
    <>
      <ItemChoice
        items={items}
        label={tCredentialing('batch.entry')}
        onChoose={(item) => {
          const title = item && labelOf(item);
          setLabel(title);
          report(title, name, value);
        }}
      />
      <Select
        label={tCredentialing('batch.field')}
        data={fields.map((one) => ({ value: one.fieldName, label: one.label }))}
        value={name}
        onChange={(next) => {
          const isCheckbox = fields.some((one) => one.fieldName === next && one.inputType === 'Checkbox');
          setName(next);
          setValue(isCheckbox ? false : undefined);
          report(label, next, isCheckbox ? false : undefined);
        }}
      />
      {view && field && (
        <FieldInput
          id="cr-batch-value"
          module={view}
          field={field}
          value={value}
          onChange={(next) => {
            setValue(next);
            report(label, name, next);
          }}
        />
      )}
    </>
  );
}

/** Replaces a document to sign, or a library resource, by another. */
export function ReplaceForm({ onChange }: FormProps) {
  const [module, setModule] = useState('interactiveDocuments');
  const [ids, setIds] = useState<{ readonly from?: string | undefined; readonly to?: string | undefined }>({});
  const set = (next: typeof ids) => {
    setIds(next);
    onChange(next.from === undefined || next.to === undefined ? undefined : next);
  };
  return (
    <>
      <Select
        label={tCredentialing('batch.kind')}
        allowDeselect={false}
        data={[
          { value: 'interactiveDocuments', label: tCredentialing('batch.documents') },
          { value: 'libraryResources', label: tCredentialing('batch.resources') },
        ]}
        value={module}
        onChange={(next) => {
          setModule(next ?? 'interactiveDocuments');
          set({});
        }}
      />
      <RecordChoice label={tCredentialing('batch.from')} module={module} id={ids.from ?? null} onChoose={(from) => set({ ...ids, from })} />
      <RecordChoice label={tCredentialing('batch.to')} module={module} id={ids.to ?? null} onChoose={(to) => set({ ...ids, to })} />
    </>
  );
}

/** Adds an item of this setup to others, or removes those with its title. */
export function UpdateForm({ items, onChange }: FormProps) {
  const [action, setAction] = useState<'add' | 'remove'>('add');
  const [item, setItem] = useState<RecordData>();
  const report = (what: 'add' | 'remove', of: RecordData | undefined) => {
    if (of === undefined) return onChange(undefined);
    const copy = Object.fromEntries(COPIED.flatMap((name) => (of[name] === undefined || of[name] === null ? [] : [[name, of[name]]])));
    return onChange(what === 'add' ? { add: [{ ...copy, label: labelOf(of) }] } : { remove: [labelOf(of)] });
  };
  return (
    <>
      <Select
        label={tCredentialing('batch.action')}
        allowDeselect={false}
        data={[
          { value: 'add', label: tCredentialing('batch.addItem') },
          { value: 'remove', label: tCredentialing('batch.removeItem') },
        ]}
        value={action}
        onChange={(next) => {
          const what = next === 'remove' ? 'remove' : 'add';
          setAction(what);
          report(what, item);
        }}
      />
      <ItemChoice
        items={items}
        label={tCredentialing('batch.item')}
        onChoose={(next) => {
          setItem(next);
          report(action, next);
        }}
      />
    </>
  );
}
