import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { QuarantineEntry } from '#engine/model/wire';
import { clearRemoved, getErrorMessage, getQuarantine, queryKeys, restoreRemoved, type ApiError } from '../../../client/index.ts';
import {
  Button,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  formatDay,
  PageHeader,
  showNotice,
  SkeletonRows,
  t,
  usePageTitle,
} from '../../../kit/index.ts';
import '../roles/roles.css';

function nameOf({ module, field }: QuarantineEntry): string {
  return field === null ? module.label : t('studioRemoved.fieldOf', { field: field.label, module: module.label });
}

/** `/admin/studio/removed`: removed fields and modules whose values stay for 30 days, to restore or to remove for good. */
export function QuarantinePage() {
  const { data, error, refetch } = useQuery<readonly QuarantineEntry[], ApiError>({
    queryKey: queryKeys.quarantine(),
    queryFn: ({ signal }) => getQuarantine(signal),
    refetchOnMount: 'always',
  });
  usePageTitle(t('studio.sections.removed'));
  return (
    <>
      <PageHeader title={t('studio.sections.removed')} />
      <div className="ms-page st-roles" role="region" aria-label={t('studio.sections.removed')} tabIndex={0}>
        <p className="st-note">{t('studioRemoved.help')}</p>
        {error !== null && data === undefined ? (
          <ErrorState compact title={t('studioRemoved.failed')} text={error.message} code={error.code} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <SkeletonRows rows={4} columns={3} height={40} />
        ) : data.length === 0 ? (
          <EmptyState title={t('studioRemoved.none')} help={t('studioRemoved.noneHelp')} />
        ) : (
          <RemovedTable entries={data} />
        )}
      </div>
    </>
  );
}

function RemovedTable({ entries }: { readonly entries: readonly QuarantineEntry[] }) {
  return (
    <div className="st-scroll">
      <table className="st-table" aria-label={t('studio.sections.removed')}>
        <thead>
          <tr>
            {(['what', 'removed', 'until'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`studioRemoved.${column}`)}
              </th>
            ))}
            <th scope="col">
              <span className="ms-visually-hidden">{t('studioRemoved.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <RemovedRow key={entry._id} entry={entry} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RemovedRow({ entry }: { readonly entry: QuarantineEntry }) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState<'restore' | 'clear'>();
  const [isAsking, setAsking] = useState(false);
  const name = nameOf(entry);
  const run = (action: 'restore' | 'clear') => {
    setBusy(action);
    (action === 'restore' ? restoreRemoved(entry._id) : clearRemoved(entry._id))
      .then(
        () => showNotice({ kind: 'ok', text: t(action === 'restore' ? 'studioRemoved.restored' : 'studioRemoved.cleared', { name }) }),
        (error: unknown) => showNotice({ kind: 'error', text: getErrorMessage(error) }),
      )
      .finally(() => {
        setBusy(undefined);
        void queries.invalidateQueries({ queryKey: queryKeys.quarantine() });
        void queries.invalidateQueries({ queryKey: queryKeys.allDefinitions() });
      });
  };
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        {formatDay(entry.removedAt)}
        {entry.removedBy !== null && ` · ${entry.removedBy.name}`}
      </td>
      <td>{formatDay(entry.until)}</td>
      <td>
        <Button size="sm" icon={RotateCcw} loading={busy === 'restore'} disabled={busy !== undefined} onClick={() => run('restore')}>
          {t('studioRemoved.restore')}
        </Button>{' '}
        <Button
          size="sm"
          variant="quiet"
          icon={Trash2}
          loading={busy === 'clear'}
          disabled={busy !== undefined}
          onClick={() => setAsking(true)}
        >
          {t('studioRemoved.clear')}
        </Button>
        <ConfirmDialog
          opened={isAsking}
          danger
          title={t('studioRemoved.clearTitle', { name })}
          text={t('studioRemoved.clearText')}
          confirmLabel={t('studioRemoved.clear')}
          onConfirm={() => {
            setAsking(false);
            run('clear');
          }}
          onCancel={() => setAsking(false)}
        />
      </td>
    </tr>
  );
}
