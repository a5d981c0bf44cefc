import { Checkbox, Select, Textarea, TextInput } from '@mantine/core';
import { ArrowDown, ArrowUp, ChevronDown, GripVertical, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { deriveOptionValue, HUES } from '#engine/model/definitions';
import { Button, ConfirmDialog, Icon, IconButton, StatusPill, t } from '../../../kit/index.ts';
import { DragDropArea, useDraggableItem, useDropTarget } from '../../../kit/drag/index.ts';
import { splitOptions } from '../modules/new-module.ts';
import { checkOptions, moveOption, withLabel, type DropdownOption } from './option-changes.ts';

const CHEVRON = <Icon of={ChevronDown} />;

export interface OptionTableProps {
  readonly options: readonly DropdownOption[];
  /** Values that are published: they are stored in records and do not change. */
  readonly published: ReadonlySet<string>;
  /** How many records have each value; undefined: not known yet. */
  readonly uses: ReadonlyMap<string, number> | undefined;
  readonly onChange: (options: readonly DropdownOption[]) => void;
}

/** The options of a dropdown: labels, values, colours and order. */
export function OptionTable({ options, published, uses, onChange }: OptionTableProps) {
  const problems = checkOptions(options);
  const [removing, setRemoving] = useState<number>();
  const remove = (at: number) => onChange(options.filter((_, place) => place !== at));
  const count = removing === undefined ? 0 : (uses?.get(options[removing]?.value ?? '') ?? 0);
  return (
    <section aria-label={t('studioFields.dropdowns.options')}>
      <DragDropArea
        renderDragged={(id) => <div className="sf-dragged">{options[Number(id)]?.label}</div>}
        onDrop={(from, to) => {
          if (to !== undefined) onChange(moveOption(options, Number(from), Number(to)));
        }}
      >
        <div className="sf-scroll">
          <table className="sf-table sf-stack" aria-label={t('studioFields.dropdowns.options')}>
            <thead>
              <tr>
                {(['label', 'value', 'hue', 'retired', 'records', 'tools'] as const).map((column) => (
                  <th key={column} scope="col">
                    <span className={column === 'tools' ? 'ms-visually-hidden' : undefined}>
                      {t(`studioFields.dropdowns.column.${column}`)}
                    </span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {options.map((option, at) => (
                <OptionRow
                  key={at}
                  option={option}
                  at={at}
                  count={options.length}
                  problem={problems.get(at)}
                  isPublished={published.has(option.value)}
                  records={uses?.get(option.value) ?? (uses === undefined ? undefined : 0)}
                  onLabel={(label) => onChange(withLabel(options, at, label, published))}
                  onChange={(next) => onChange(options.map((one, place) => (place === at ? next : one)))}
                  onMove={(to) => onChange(moveOption(options, at, to))}
                  // A value that no record has, or that is not published, is removed at once.
                  onRemove={() => ((uses?.get(option.value) ?? 0) > 0 ? setRemoving(at) : remove(at))}
                />
              ))}
            </tbody>
          </table>
        </div>
      </DragDropArea>
      <AddOptions options={options} onChange={onChange} />
      <ConfirmDialog
        opened={removing !== undefined}
        title={t('studioFields.dropdowns.removeTitle', { name: options[removing ?? -1]?.label ?? '' })}
        text={t('studioFields.dropdowns.removeText', { count })}
        confirmLabel={t('studioFields.dropdowns.removeOption')}
        danger
        onCancel={() => setRemoving(undefined)}
        onConfirm={() => {
          if (removing !== undefined) remove(removing);
          setRemoving(undefined);
        }}
      />
    </section>
  );
}

interface OptionRowProps {
  readonly option: DropdownOption;
  readonly at: number;
  readonly count: number;
  readonly problem: string | undefined;
  readonly isPublished: boolean;
  readonly records: number | undefined;
  readonly onLabel: (label: string) => void;
  readonly onChange: (option: DropdownOption) => void;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
}

function OptionRow({ option, at, count, problem, isPublished, records, onLabel, onChange, onMove, onRemove }: OptionRowProps) {
  const item = useDraggableItem(String(at), false);
  const target = useDropTarget(String(at), false);
  const { hue, retired: _retired, ...rest } = option;
  const number = at + 1;
  return (
    <tr
      ref={(element) => {
        item.ref(element);
        target.ref(element);
      }}
      data-over={(target.isOver && !item.isDragged) || undefined}
      data-dragged={item.isDragged || undefined}
    >
      <td data-label={t('studioFields.dropdowns.column.label')}>
        <span className="sf-row-name">
          <Icon of={GripVertical} size={14} className="sf-grip" />
          <TextInput
            aria-label={t('studioFields.dropdowns.labelOf', { number })}
            maxLength={200}
            value={option.label}
            error={problem}
            onChange={(event) => onLabel(event.currentTarget.value)}
          />
        </span>
      </td>
      <td data-label={t('studioFields.dropdowns.column.value')}>
        <TextInput
          aria-label={t('studioFields.dropdowns.valueOf', { number })}
          className="sf-mono"
          maxLength={200}
          readOnly={isPublished}
          value={option.value}
          onChange={(event) => onChange({ ...option, value: event.currentTarget.value })}
        />
      </td>
      <td data-label={t('studioFields.dropdowns.column.hue')}>
        <span className="sf-row-name">
          <Select
            aria-label={t('studioFields.dropdowns.hueOf', { number })}
            placeholder={t('studioFields.dropdowns.noHue')}
            rightSection={CHEVRON}
            clearable
            data={HUES.map((value) => ({ value, label: t(`studioFields.hue.${value}`) }))}
            value={hue ?? null}
            onChange={(next) => {
              const plain = { ...rest, ...(option.retired === undefined ? {} : { retired: option.retired }) };
              onChange(next === null ? plain : { ...plain, hue: next });
            }}
          />
          <StatusPill label={option.label} hue={hue ?? 'gray'} />
        </span>
      </td>
      <td data-label={t('studioFields.dropdowns.column.retired')} data-short>
        <Checkbox
          aria-label={t('studioFields.dropdowns.retiredOf', { number })}
          checked={option.retired === true}
          onChange={(event) => {
            const plain = { ...rest, ...(hue === undefined ? {} : { hue }) };
            onChange(event.currentTarget.checked ? { ...plain, retired: true } : plain);
          }}
        />
      </td>
      <td className="ms-tabular" data-label={t('studioFields.dropdowns.column.records')} data-short>
        {isPublished ? (records?.toLocaleString('en-US') ?? '') : ''}
      </td>
      <td data-short>
        <span className="sf-row-name">
          <IconButton
            icon={ArrowUp}
            size="xs"
            label={t('views.rows.moveUp', { name: option.label })}
            disabled={at === 0}
            onClick={() => onMove(at - 1)}
          />
          <IconButton
            icon={ArrowDown}
            size="xs"
            label={t('views.rows.moveDown', { name: option.label })}
            disabled={at === count - 1}
            onClick={() => onMove(at + 1)}
          />
          <IconButton
            icon={Trash2}
            size="xs"
            label={t('studioFields.dropdowns.removeNamed', { name: option.label })}
            disabled={isPublished && records === undefined}
            onClick={onRemove}
          />
        </span>
      </td>
    </tr>
  );
}

/** Adds options: one or many labels, separated by commas or lines. */
function AddOptions({ options, onChange }: Pick<OptionTableProps, 'options' | 'onChange'>) {
  const [typed, setTyped] = useState('');
  const labels = splitOptions(typed);
  const add = () => {
    const values = options.map(({ value }) => value);
    const added = labels.map((label) => {
      const value = deriveOptionValue(label, values);
      values.push(value);
      return { label, value };
    });
    onChange([...options, ...added]);
    setTyped('');
  };
  return (
    <div className="sf-add">
      <Textarea
        label={t('studioFields.dropdowns.add')}
        description={t('studioFields.dropdowns.addHelp')}
        autosize
        minRows={1}
        maxRows={8}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || labels.length === 0) return;
          event.preventDefault();
          add();
        }}
      />
      <Button icon={Plus} disabled={labels.length === 0} onClick={add}>
        {t('studioFields.dropdowns.addDo')}
      </Button>
    </div>
  );
}
