import type { ModuleView } from '#engine/model';
import { EmptyState, recordRoute, TextLink, useSession } from '#ui';
import type { ReportData } from '../../shared/contract.ts';
import { tReports } from '../texts.ts';

interface ListTableProps {
  readonly module: ModuleView;
  readonly data: ReportData;
  readonly label: string;
  readonly records: string;
  readonly onLeave: (() => void) | undefined;
}

/** The records of a report that lists some, each with a link in its first column. */
export function ListTable({ module, data, label, records, onLeave }: ListTableProps) {
  const user = useSession((session) => session.user);
  if (data.rows.length === 0) return <EmptyState compact title={tReports('noRecords')} help={tReports('noRecordsHelp', { records })} />;
  const [head, ...rest] = data.columns;
  return (
    <>
      <div className="rp-scroll">
        <table className="rp-table" aria-label={label}>
          <thead>
            <tr>
              {data.columns.map((column) => (
                <th key={column.name} scope="col">
                  {column.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.rows.map(({ _id = '', texts }) => (
              <tr key={_id}>
                <th scope="row">
                  <TextLink look="name" href={recordRoute(module.name, _id, user)} onClick={onLeave}>
                    {texts[head?.name ?? ''] || '–'}
                  </TextLink>
                </th>
                {rest.map(({ name }) => (
                  <td key={name}>{texts[name]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {data.total > data.rows.length && (
        <p className="rp-note">
          {tReports('firstRecords', {
            count: data.rows.length.toLocaleString('en-US'),
            all: data.total.toLocaleString('en-US'),
            records,
          })}
        </p>
      )}
    </>
  );
}
