import { Progress } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { QuarantineEntry, RemovedOptionReplacement, RemovedOptionView } from '#engine/model/wire';
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
  TextLink,
  usePageTitle,
} from '../../../kit/index.ts';
import { changeSetRoute } from '../review/use-publish.ts';
import { OptionActions } from './option-actions.tsx';
import '../roles/roles.css';

/** Milliseconds between two looks at options that are being removed. */
const POLL = 2_000;

function nameOf({ module, field, option }: QuarantineEntry): string {
  if (option !== null) return t('studioRemoved.optionOf', { option: option.definition.label, dropdown: option.dropdown.name });
  const label = module?.label ?? '';
  return field === null ? label : t('studioRemoved.fieldOf', { field: field.label, module: label });
}

/**
 * `/admin/studio/removed`: removed fields and modules whose values stay for 30 days, to restore or to remove for good; and removed options
 * that records still have, to add again in the draft, or to remove from the records or replace there.
 */
export function QuarantinePage() {
  const { data, error, refetch } = useQuery<readonly QuarantineEntry[], ApiError>({
    queryKey: queryKeys.quarantine(),
    queryFn: ({ signal }) => getQuarantine(signal),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.some(({ option }) => option?.replacement?.state === 'running') === true ? POLL : false),
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
      <table className="st-table st-stacked" aria-label={t('studio.sections.removed')}>
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
            <tr key={entry._id}>
              <th scope="row">
                {nameOf(entry)}
                {entry.option !== null && <OptionNote option={entry.option} />}
              </th>
              <td>
                {formatDay(entry.removedAt)}
                {entry.removedBy !== null && ` · ${entry.removedBy.name}`}
              </td>
              <td data-label={t('studioRemoved.until')}>{entry.until === null ? t('studioRemoved.always') : formatDay(entry.until)}</td>
              <td>
                {entry.option === null ? (
                  <Actions entry={entry} />
                ) : (
                  <OptionActions id={entry._id} name={nameOf(entry)} option={entry.option} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function OptionNote({ option: { definition, records, replacement } }: { readonly option: RemovedOptionView }) {
  return (
    <>
      <p className="st-note">
        <code>{definition.value}</code>{' '}
        {replacement?.state !== 'running' &&
          (records === null ? t('studioRemoved.notCounted') : t('studioRemoved.records', { count: records }))}
      </p>
      {replacement !== null && <OptionReplacement replacement={replacement} />}
    </>
  );
}

/** How far the removal is, and the records that keep the value; its change-set names them. */
function OptionReplacement({
  replacement: { changeSet, state, done, total, refused },
}: {
  readonly replacement: RemovedOptionReplacement;
}) {
  const text =
    state === 'refused'
      ? t('studioRemoved.refused', { count: refused })
      : t('studioRemoved.removing', { done: formatCount(done), total: formatCount(total) });
  return (
    <>
      <p className="st-note" role="status">
        {text} <TextLink href={changeSetRoute(changeSet)}>{t('studioRemoved.details')}</TextLink>
      </p>
      {state === 'running' && <Progress value={total === 0 ? 0 : Math.min(100, (100 * done) / total)} aria-label={text} />}
    </>
  );
}

const formatCount = (count: number): string => count.toLocaleString('en-US');

function Actions({ entry }: { readonly entry: QuarantineEntry }) {
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
    <>
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
    </>
  );
}
