import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { DropdownDefinition } from '#engine/model/definitions';
import type { JsonValue } from '#engine/model/values';
import type { QuarantineEntry, RemovedOptionView } from '#engine/model/wire';
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
import { useDefinition } from '../draft/use-definition.ts';
import { STUDIO } from '../studio-sections.ts';
import '../roles/roles.css';

function nameOf({ module, field, option }: QuarantineEntry): string {
  if (option !== null) return t('studioRemoved.optionOf', { option: option.definition.label, dropdown: option.dropdown.name });
  const label = module?.label ?? '';
  return field === null ? label : t('studioRemoved.fieldOf', { field: field.label, module: label });
}

/**
 * `/admin/studio/removed`: removed fields and modules whose values stay for 30 days, to restore or to remove for good; and removed options
 * that records still have, to add again in the draft.
 */
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
            <tr key={entry._id}>
              <th scope="row">
                {nameOf(entry)}
                {entry.option !== null && <OptionNote option={entry.option} />}
              </th>
              <td>
                {formatDay(entry.removedAt)}
                {entry.removedBy !== null && ` · ${entry.removedBy.name}`}
              </td>
              <td>{entry.until === null ? t('studioRemoved.always') : formatDay(entry.until)}</td>
              <td>{entry.option === null ? <Actions entry={entry} /> : <OptionActions name={nameOf(entry)} option={entry.option} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function OptionNote({ option: { definition, records } }: { readonly option: RemovedOptionView }) {
  return (
    <p className="st-note">
      <code>{definition.value}</code> {records === null ? t('studioRemoved.notCounted') : t('studioRemoved.records', { count: records })}
    </p>
  );
}

/** Adds the option again in the open draft, at its former place. */
function OptionActions({ name, option }: { readonly name: string; readonly option: RemovedOptionView }) {
  const { dropdown, definition: removed, position } = option;
  const { definition, change } = useDefinition('dropdown', dropdown._id);
  const options = (definition as unknown as DropdownDefinition | undefined)?.options;
  const isBack = options?.some(({ value }) => value === removed.value) === true;
  if (isBack) return <TextLink href={`${STUDIO}/dropdowns/${encodeURIComponent(dropdown._id)}`}>{t('studioRemoved.inDraft')}</TextLink>;
  return (
    <Button
      size="sm"
      icon={RotateCcw}
      disabled={options === undefined}
      aria-label={t('studioRemoved.addNamed', { name })}
      onClick={() => {
        if (definition === undefined || options === undefined) return;
        change({ ...definition, options: options.toSpliced(position, 0, removed) as unknown as JsonValue });
        showNotice({ kind: 'ok', text: t('studioRemoved.added', { name }) });
      }}
    >
      {t('studioRemoved.add')}
    </Button>
  );
}

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
