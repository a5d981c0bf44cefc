import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ModuleView } from '#engine/model/wire';
import { getErrorMessage, queryKeys, type ApiError, type PageResponse, type RecordData } from '../../client/index.ts';
import { FieldValue } from '../../fields/values/index.ts';
import { listViewTabs, readListPage, readValue, type ListHandle } from '../../headless/index.ts';
import { showNotice, t } from '../../kit/index.ts';
import { countRecords } from '../bulk/count-records.ts';
import { PrintPage } from './print-page.tsx';

/** Records on paper: one page of the API. */
const MAX_RECORDS = 1000;

interface PrintListProps {
  readonly module: ModuleView;
  readonly list: ListHandle;
  readonly onDone: () => void;
}

/** Prints a list with its columns, filter and order. */
export function PrintList({ module, list, onDone }: PrintListProps) {
  const input = { ...list.query, pageNumber: 0, pageSize: MAX_RECORDS };
  const { data, error } = useQuery<PageResponse<RecordData>, ApiError>({
    queryKey: queryKeys.list(module.name, { print: input }),
    queryFn: ({ signal }) => readListPage(module, input, signal),
    staleTime: 0,
    gcTime: 0,
  });
  useEffect(() => {
    if (error === null) return;
    showNotice({ kind: 'error', text: getErrorMessage(error) });
    onDone();
  }, [error]);
  const columns = list.columns.filter(({ shown, item }) => shown && item.field !== undefined);
  const tab = list.view?.name ?? listViewTabs(module).find(({ name }) => name === list.state.view)?.label;
  const records = data?.data ?? [];
  const total = data?.total ?? 0;
  const count =
    total > records.length
      ? t('print.first', { count: records.length.toLocaleString('en-US'), total: countRecords(module, total) })
      : countRecords(module, total);
  return (
    <PrintPage title={module.label} facts={[...(tab === undefined ? [] : [tab]), count]} isReady={data !== undefined} onDone={onDone}>
      <table className="mv-print-table">
        <thead>
          <tr>
            {columns.map(({ item }) => (
              <th key={item.fieldName} scope="col">
                {item.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <tr key={record._id}>
              {columns.map(({ item }) => (
                <td key={item.fieldName}>
                  {item.field !== undefined && (
                    <FieldValue
                      module={module}
                      field={item.field}
                      value={readValue(record, item.fieldName)}
                      isPart={item.part !== undefined}
                      record={record}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </PrintPage>
  );
}
