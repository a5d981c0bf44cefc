import { Select } from '@mantine/core';
import { ArrowDown, ArrowUp, ChevronDown, Plus, X } from 'lucide-react';
import { useState } from 'react';
import type { ModuleView } from '#engine/model/wire';
import type { SortDefinition } from '#engine/model/definitions';
import { filterItems, getItemLabel, sortOfState, type ListHandle } from '../../headless/index.ts';
import { Button, Dialog, Icon, IconButton, t } from '../../kit/index.ts';

const MAX_SORTS = 5;

/** Sorts a list by several fields, in order of priority. */
export function SortEditor({
  module,
  list,
  onClose,
}: {
  readonly module: ModuleView;
  readonly list: ListHandle;
  readonly onClose: () => void;
}) {
  const [steps, setSteps] = useState<readonly SortDefinition[]>(() => sortOfState(list.state));
  const items = filterItems(module).filter(
    (item) => item.field?.sortable === true || (item.part !== undefined && item.field?.filterable === true),
  );
  const free = items.filter((item) => !steps.some((step) => step.sortField === item.fieldName));
  const set = (at: number, next: SortDefinition | undefined) =>
    setSteps(steps.flatMap((step, place) => (place !== at ? [step] : next === undefined ? [] : [next])));
  const apply = () => {
    const [first, ...thenBy] = steps;
    if (first !== undefined) list.change({ ...first, thenBy });
    onClose();
  };
  const actions = (
    <>
      <Button onClick={onClose}>{t('actions.cancel')}</Button>
      <Button variant="primary" onClick={apply}>
        {t('saved.apply')}
      </Button>
    </>
  );
  return (
    <Dialog
      opened
      size="confirm"
      title={t('saved.sortTitle')}
      onCancel={onClose}
      actions={actions}
      dirty={JSON.stringify(steps) !== JSON.stringify(sortOfState(list.state))}
    >
      <ol className="mv-sorts">
        {steps.map((step, at) => {
          const label = items.find((item) => item.fieldName === step.sortField);
          const other = step.sortOrder === 'asc' ? 'desc' : 'asc';
          return (
            <li key={step.sortField} className="mv-sort">
              <Select
                aria-label={t(at === 0 ? 'saved.sortBy' : 'saved.thenBy')}
                rightSection={<Icon of={ChevronDown} />}
                searchable
                allowDeselect={false}
                value={step.sortField}
                data={[...(label === undefined ? [] : [label]), ...free].map((item) => ({
                  value: item.fieldName,
                  label: getItemLabel(item),
                }))}
                onChange={(next) => {
                  if (next !== null) set(at, { ...step, sortField: next });
                }}
              />
              <Button
                size="sm"
                icon={step.sortOrder === 'asc' ? ArrowUp : ArrowDown}
                onClick={() => set(at, { ...step, sortOrder: other })}
              >
                {t(step.sortOrder === 'asc' ? 'views.list.ascending' : 'views.list.descending')}
              </Button>
              {steps.length > 1 && (
                <IconButton
                  icon={X}
                  size="sm"
                  label={t('saved.removeSort', { name: label === undefined ? step.sortField : getItemLabel(label) })}
                  onClick={() => set(at, undefined)}
                />
              )}
            </li>
          );
        })}
      </ol>
      {steps.length < MAX_SORTS && free[0] !== undefined && (
        <Button
          variant="quiet"
          size="sm"
          icon={Plus}
          onClick={() => setSteps([...steps, { sortField: free[0]?.fieldName ?? '', sortOrder: 'asc' }])}
        >
          {t('saved.addSort')}
        </Button>
      )}
    </Dialog>
  );
}
