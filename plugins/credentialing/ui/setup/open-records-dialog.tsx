import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { Button, Dialog, EmptyState, ErrorState, showNotice, SkeletonRows, useAction, useModuleQuery } from '#ui';
import { bringAlong, readOpenRecords, type Change, type OpenRecord } from '../credentialing-api.ts';
import { PAGE_SIZE, Paging } from '../queue/paging.tsx';
import { tCredentialing } from '../texts.ts';
import { describeChange } from './change-list.tsx';

/** A change of a record as one text. */
const idOf = (record: string, change: Change): string => `${record} ${change.key}`;

interface RecordProps {
  readonly open: OpenRecord;
  readonly chosen: ReadonlySet<string>;
  readonly onToggle: (id: string, isChosen: boolean) => void;
}

function OpenRecordChanges({ open: { record, changes }, chosen, onToggle }: RecordProps) {
  return (
    <section className="cr-category">
      <h3>
        {record.name} <span className="ms-muted">{record.credentialing_status}</span>
      </h3>
      <ul className="cr-changes">
        {changes.map((change) => {
          const id = idOf(record._id, change);
          return (
            <li key={id}>
              <Checkbox
                label={`${change.item.label}: ${describeChange(change)}`}
                checked={chosen.has(id)}
                onChange={(event) => onToggle(id, event.target.checked)}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The open records that were made from a setup and differ from it now: what is brought along is chosen item by item. */
export function OpenRecordsDialog({ setup, onClose }: { readonly setup: string; readonly onClose: () => void }) {
  const t = tCredentialing;
  const [page, setPage] = useState(0);
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const { data, error, refetch } = useModuleQuery('credentialing', { setup, page }, (signal) =>
    readOpenRecords(setup, page, PAGE_SIZE, signal),
  );
  const { isBusy, run } = useAction();
  const all =
    data?.data.flatMap(({ record, changes }) =>
      changes.map((change) => ({ record: record._id, key: change.key, id: idOf(record._id, change) })),
    ) ?? [];
  const chosen = all.filter(({ id }) => !excluded.has(id));
  const toggle = (id: string, isChosen: boolean) => {
    const next = new Set(excluded);
    if (isChosen) next.delete(id);
    else next.add(id);
    setExcluded(next);
  };
  const apply = () =>
    run(async () => {
      const { refused } = await bringAlong(
        setup,
        chosen.map(({ record, key }) => ({ record, key })),
      );
      showNotice({
        kind: refused.length === 0 ? 'ok' : 'warning',
        text: t('batch.done', { changes: chosen.length - refused.length, refused: refused.length }),
      });
      await refetch();
    });
  return (
    <Dialog
      opened
      title={t('setup.recordsTitle')}
      subtitle={t('setup.recordsHelp')}
      onCancel={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('build.close')}</Button>
          <Button variant="primary" disabled={chosen.length === 0} loading={isBusy} onClick={apply}>
            {t('batch.apply', { count: chosen.length })}
          </Button>
        </>
      }
    >
      {error !== null && <ErrorState compact title={t('work.failed')} text={error.message} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <SkeletonRows rows={4} />}
      {data?.data.length === 0 && <EmptyState compact title={t('setup.same')} help={t('setup.sameHelp')} />}
      {data?.data.map((open) => (
        <OpenRecordChanges key={open.record._id} open={open} chosen={new Set(chosen.map(({ id }) => id))} onToggle={toggle} />
      ))}
      {data !== undefined && <Paging page={page} total={data.total} onPage={setPage} />}
    </Dialog>
  );
}
