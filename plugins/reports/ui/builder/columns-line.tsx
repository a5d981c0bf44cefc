import { X } from 'lucide-react';
import { IconButton, SortableGroups } from '#ui';
import { tReports } from '../texts.ts';
import { Choice } from './choice.tsx';
import type { SourcedProps } from './contract.ts';
import { listColumnFields, readReportOf } from './definition.ts';
import { Line } from './line.tsx';

const GROUP = 'columns';

/** The columns of a list of records: added, removed and ordered. */
export function ColumnsLine({ editor: { form }, source }: SourcedProps) {
  const { columns } = readReportOf(form);
  const fields = listColumnFields(source);
  const labelOf = (name: string) => fields.find(({ value }) => value === name)?.label ?? tReports('unknownField', { name });
  const set = (next: readonly string[]) => form.setValue('columns', next.length === 0 ? undefined : [...next]);
  return (
    <Line label={tReports('columns')} issues={form.issues['columns']}>
      <div className="rp-column-list">
        <SortableGroups
          label={tReports('columnOrder')}
          emptyText={tReports('noColumns')}
          groups={[{ id: GROUP, label: '', items: columns.map((name) => ({ id: name, label: labelOf(name) })) }]}
          onMove={(id, _group, at) => {
            const others = columns.filter((name) => name !== id);
            set([...others.slice(0, at), id, ...others.slice(at)]);
          }}
          renderItem={(name) => (
            <span className="rp-column">
              {labelOf(name)}
              <IconButton
                icon={X}
                size="xs"
                label={tReports('removeColumn', { field: labelOf(name) })}
                onClick={() => set(columns.filter((one) => one !== name))}
              />
            </span>
          )}
        />
        <Choice
          label={tReports('addColumn')}
          placeholder={tReports('addColumn')}
          isSearchable
          data={fields.filter(({ value }) => !columns.includes(value))}
          value={undefined}
          onChange={(name) => set([...columns, name])}
        />
      </div>
    </Line>
  );
}
