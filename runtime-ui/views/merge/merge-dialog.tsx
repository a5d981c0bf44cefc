import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { lowercaseLabel } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import {
  createIdempotentSend,
  getErrorMessage,
  useShell,
  invalidateRecords,
  mergeRecords,
  type IdempotentSend,
} from '../../client/index.ts';
import { type RecordValues, useDiscardDialogDraft, useRecordNamesById } from '../../headless/index.ts';
import { Button, ConfirmDialog, Dialog, ErrorState, FieldError, SkeletonRows, t, hideNotice, showNotice } from '../../kit/index.ts';
import { RestoredChoicesNote } from '../dialogs/restored-choices-note.tsx';
import { offerUndo } from '../bulk/offer-undo.ts';
import { useRestoredMerge, useStoreMerge } from './stored-merge.ts';
import { buildMergeColumns, type MergeColumn } from './merge-columns.ts';
import { MergeTable } from './merge-table.tsx';
import { useMerge, type MergeDecisions, type MergeState, type MergeBody } from './use-merge.ts';
import { useCountFormatter, useMergedRecords, type DependentCount, type MergedRecord } from './use-merged-records.ts';
import { collectNames, listRelatedIds } from './value-text.tsx';

/** Delay in milliseconds before the values follow a change of the primary record. */
const PRIMARY_DELAY = 500;

export interface MergeDialogProps {
  readonly module: ModuleView;
  /** The records to merge, in the order of selection. */
  readonly ids: readonly string[];
  /** The draft of an open form. */
  readonly draft?: RecordValues | undefined;
  /** The record whose form was open; absent for a new record. */
  readonly recordId?: string | undefined;
  readonly onCancel: () => void;
  readonly onMerged: (primaryId: string) => void;
}

/**
 * The radio button changes at once, the table half a second later, so that moving through the options by arrow keys does not change the
 * whole table.
 */
function useDelayedPrimary(primaryKey: string, setPrimary: (key: string) => void) {
  const [wanted, setWanted] = useState<string>();
  useEffect(() => {
    if (wanted === undefined) return undefined;
    const timer = setTimeout(() => {
      setPrimary(wanted);
      setWanted(undefined);
    }, PRIMARY_DELAY);
    return () => clearTimeout(timer);
  }, [wanted, setPrimary]);
  return { checkedKey: wanted ?? primaryKey, isChanging: wanted !== undefined, choose: setWanted };
}

function addCounts(lists: readonly (readonly DependentCount[])[]): DependentCount[] {
  const counts = new Map<string, number>();
  for (const { module, count } of lists.flat()) counts.set(module, (counts.get(module) ?? 0) + count);
  return [...counts].map(([module, count]) => ({ module, count }));
}

interface OpenMergeProps extends MergeDialogProps {
  readonly records: readonly MergedRecord[];
  /** Choices of a stored local draft; null: there are none. */
  readonly restored: MergeDecisions | null;
}

function OpenMerge({ module, ids, records, restored, draft, recordId, onCancel, onMerged }: OpenMergeProps) {
  const columns = useMemo(
    () =>
      buildMergeColumns(
        records.map(({ record }) => record),
        draft,
        recordId,
      ),
    [records, draft, recordId],
  );
  const merge = useMerge(module, columns, restored ?? undefined);
  const isTouched = merge.decisions !== undefined;
  const discardStored = useStoreMerge(module, ids, draft !== undefined, merge.decisions);
  const close = () => {
    discardStored();
    onCancel();
  };
  const primary = useDelayedPrimary(merge.primaryKey, merge.setPrimary);
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<string>();
  const [isLeaving, setLeaving] = useState(false);
  const [once] = useState(createIdempotentSend);
  const client = useQueryClient();
  const formatCounts = useCountFormatter();
  const teams = useShell().data?.teams ?? [];
  const people = useRecordNamesById(
    'users',
    useMemo(() => listRelatedIds(module, draft, 'users'), [module, draft]),
  );
  const names = collectNames(columns, [...teams.map((team) => [team._id, team.name] as const), ...people]);
  const countsOf = (id: string | undefined) => records.find(({ record }) => record._id === id)?.dependents ?? [];
  const moving = addCounts(merge.removed.map(countsOf));

  const save = async () => {
    if (merge.body === undefined || isSaving || primary.isChanging) return;
    setSaving(true);
    setError(undefined);
    try {
      await saveMerge(client, module, merge.body, once);
      discardStored();
      onMerged(merge.body.primaryId);
    } catch (refused) {
      setError(getErrorMessage(refused));
      setSaving(false);
    }
  };

  // Esc and the close button may be pressed by mistake, so they require a confirmation; Cancel does not.
  const leave = () => {
    if (isTouched) setLeaving(true);
    else close();
  };

  const actions = (
    <>
      <Button onClick={close}>{t('views.merge.cancel')}</Button>
      <Button variant="primary" loading={isSaving} disabled={merge.body === undefined} onClick={() => void save()}>
        {t('views.merge.save')}
      </Button>
    </>
  );
  return (
    <Dialog
      opened
      title={t('views.merge.title', { module: module.label })}
      subtitle={t('views.merge.text')}
      size="compare"
      flush
      dirty={isTouched}
      onCancel={leave}
      actions={actions}
      consequences={
        <MergeResult
          module={module}
          merge={merge}
          moving={formatCounts(moving)}
          movingCount={moving.reduce((sum, { count }) => sum + count, 0)}
        />
      }
    >
      {restored !== null && (
        <div className="mg-restored-choices">
          <RestoredChoicesNote />
        </div>
      )}
      {error !== undefined && (
        <div role="alert" className="mg-error">
          <FieldError>{error}</FieldError>
        </div>
      )}
      <div className="mg-scroll" aria-busy={primary.isChanging}>
        <MergeTable
          module={module}
          merge={merge}
          checkedKey={primary.checkedKey}
          names={names}
          describeDependents={(column: MergeColumn) => formatCounts(countsOf(column.id))}
          onPrimary={primary.choose}
        />
      </div>
      {isLeaving && (
        <ConfirmDialog
          opened
          danger
          title={t('views.merge.dropTitle')}
          text={t('views.merge.dropText')}
          confirmLabel={t('views.merge.drop')}
          onConfirm={close}
          onCancel={() => setLeaving(false)}
        />
      )}
    </Dialog>
  );
}

/** The Deduplicate dialog: compares a draft and saved records side by side and merges them. */
export function MergeDialog(props: MergeDialogProps) {
  const { module, ids, draft, recordId, onCancel } = props;
  const wanted = recordId === undefined || ids.includes(recordId) ? ids : [recordId, ...ids];
  const { records, error, retry } = useMergedRecords(module, wanted);
  const discardStored = useDiscardDialogDraft({ module: module.name, name: 'merge', isOfForm: draft !== undefined });
  // If the records can no longer be loaded, the stored choices are discarded as well.
  const close = () => {
    discardStored();
    onCancel();
  };
  const restored = useRestoredMerge(module, ids, draft !== undefined);
  if (records && restored !== undefined) return <OpenMerge {...props} records={records} restored={restored} />;
  return (
    <Dialog
      opened
      title={t('views.merge.title', { module: module.label })}
      subtitle={t('views.merge.text')}
      size="compare"
      onCancel={close}
      actions={<Button onClick={close}>{t('views.merge.cancel')}</Button>}
    >
      {error === undefined ? (
        <div role="status" aria-label={t('views.merge.loading', { module: lowercaseLabel(module.label) })}>
          <SkeletonRows rows={6} columns={wanted.length + 1} />
        </div>
      ) : (
        <ErrorState text={error} onRetry={retry} compact />
      )}
    </Dialog>
  );
}

const NUMBERS = ['', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];

/** The consequences of Save Merge: the number of records that are left, the records that move, and the values taken from others. */
function MergeResult({
  module,
  merge,
  moving,
  movingCount,
}: {
  readonly module: ModuleView;
  readonly merge: MergeState;
  readonly moving: string;
  readonly movingCount: number;
}) {
  if (merge.body === undefined) return <span role="status">{t('views.merge.least', { module: lowercaseLabel(module.label) })}</span>;
  const { taken } = merge;
  return (
    <span role="status">
      <strong className="mg-keeps">
        {t('views.merge.keeps', { thing: lowercaseLabel(module.labelSingular), count: merge.removed.length })}
      </strong>{' '}
      {moving !== '' && `${t('views.merge.moves', { list: moving, count: movingCount })} `}
      {taken > 0 && `${t('views.merge.values', { count: taken, number: NUMBERS[taken] ?? String(taken) })} `}
      {t('views.merge.undo')}
    </span>
  );
}

/**
 * Merges the records, shows a notice, and offers undo; `once` prevents a duplicate request. Rejects with ApiError when the merge is
 * refused.
 */
async function saveMerge(client: QueryClient, module: ModuleView, body: MergeBody, once: IdempotentSend): Promise<void> {
  // Records that refer to the merged records are updated too.
  const otherModules = [...new Set(module.relations.flatMap((relation) => relation.modules))];
  // Entries of a form that are merged into a stored record remove no duplicate.
  const text =
    body.duplicateIds.length > 0
      ? t('views.merge.merged', { module: module.label })
      : t('views.merge.mergedInto', { thing: lowercaseLabel(module.labelSingular) });
  const progress = showNotice({ text: t('views.merge.updating'), duration: 60_000 });
  try {
    const { batchId } = await once(body, (idempotencyKey) => mergeRecords(module.name, body, { idempotencyKey }));
    await invalidateRecords(client, [module.name, ...otherModules]);
    if (batchId === undefined) showNotice({ text, kind: 'ok' });
    else
      offerUndo({
        client,
        module,
        otherModules,
        batchId,
        text,
        undoneText: t('views.merge.undone'),
        partialText: (count) => t('views.merge.left', { count }),
      });
  } finally {
    hideNotice(progress);
  }
}
