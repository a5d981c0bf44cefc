import { Checkbox, TextInput } from '@mantine/core';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import type { ListColumn, ListHandle } from '../../headless/index.ts';
import { Button, IconButton, t } from '../../kit/index.ts';

function Row({
  column,
  at,
  names,
  list,
}: {
  readonly column: ListColumn;
  readonly at: number;
  readonly names: readonly string[];
  readonly list: ListHandle;
}) {
  const { fieldName, label } = column.item;
  const without = (now: readonly string[]) => now.filter((one) => one !== fieldName);
  const toggle = (isShown: boolean) =>
    list.showColumns((now) => (isShown ? [...without(now), fieldName] : now.length === 1 ? now : without(now)));
  const move = (by: -1 | 1) =>
    list.showColumns((now) => {
      const to = Math.max(0, now.indexOf(fieldName) + by);
      const rest = without(now);
      return [...rest.slice(0, to), fieldName, ...rest.slice(to)];
    });
  return (
    <div className="mv-column">
      <Checkbox
        label={label}
        checked={column.shown}
        disabled={column.shown && names.length === 1}
        onChange={(event) => toggle(event.currentTarget.checked)}
      />
      {column.shown && (
        <IconButton icon={ArrowUp} size="xs" label={t('saved.moveUp', { name: label })} disabled={at === 0} onClick={() => move(-1)} />
      )}
      {column.shown && (
        <IconButton
          icon={ArrowDown}
          size="xs"
          label={t('saved.moveDown', { name: label })}
          disabled={at === names.length - 1}
          onClick={() => move(1)}
        />
      )}
    </div>
  );
}

/** Selects and orders the columns: those of the grid layout, and all other fields. At least one column stays visible. */
export function ColumnList({ list }: { readonly list: ListHandle }) {
  const [searchText, setWords] = useState('');
  const columns = list.columns.filter((column) => column.item.field !== undefined);
  const names = columns.filter((column) => column.shown).map((column) => column.item.fieldName);
  const found = columns.filter((column) => column.item.label.toLowerCase().includes(searchText.trim().toLowerCase()));
  return (
    <>
      <TextInput
        aria-label={t('saved.findField')}
        placeholder={t('saved.findField')}
        value={searchText}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <div className="mv-columns" role="group" aria-label={t('views.list.chosenColumns')}>
        {found.map((column) => (
          <Row key={column.item.fieldName} column={column} at={names.indexOf(column.item.fieldName)} names={names} list={list} />
        ))}
      </div>
      <div className="mv-columns-foot">
        <Button variant="quiet" size="sm" onClick={() => list.showColumns(null)}>
          {t('views.list.resetColumns')}
        </Button>
      </div>
    </>
  );
}
