import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { ModuleView } from '#engine/model';
import { createOnce, textOfError, useShell } from '../../client/index.ts';
import { type RecordValues, useDialogEnd, useNamesOf } from '../../headless/index.ts';
import { Button, ConfirmDialog, Dialog, ErrorState, FieldError, inSentence, SkeletonRows, t } from '../../kit/index.ts';
import { KeptNote } from '../dialogs/kept-note.tsx';
import { useCutOffMerge, useKeptMerge } from './kept-merge.ts';
import { makeColumns, type MergeColumn } from './merge-columns.ts';
import { MergeResult } from './merge-result.tsx';
import { MergeTable } from './merge-table.tsx';
import { saveMerge } from './save-merge.ts';
import { useMerge, type MergeChosen } from './use-merge.ts';
import { useCountWords, useMergedRecords, type DependentCount, type MergedRecord } from './use-merged-records.ts';
import { collectNames, idsOf } from './value-text.tsx';

/** The values follow a change of the primary after this many milliseconds. */
const PRIMARY_DELAY = 500;

export interface MergeDialogProps {
  readonly module: ModuleView;
  /** The records that take part, first chosen first. */
  readonly ids: readonly string[];
  /** What was typed in an open form. */
  readonly draft?: RecordValues | undefined;
  /** The record whose form was open; absent when it is a new one. */
  readonly recordId?: string | undefined;
  readonly onCancel: () => void;
  readonly onMerged: (primaryId: string) => void;
}

/** The radio button answers at once, the table half a second later: a slip of the arrow keys does not turn the page upside down. */
function useSlowPrimary(primaryKey: string, setPrimary: (key: string) => void) {
  const [wanted, setWanted] = useState<string>();
  useEffect(() => {
    if (wanted === undefined) return undefined;
    const timer = setTimeout(() => { setPrimary(wanted); setWanted(undefined); }, PRIMARY_DELAY);
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
  /** What was chosen before; null: nothing. */
  readonly begun: MergeChosen | null;
}

function OpenMerge({ module, ids, records, begun, draft, recordId, onCancel, onMerged }: OpenMergeProps) {
  const columns = useMemo(() => makeColumns(records.map(({ record }) => record), draft, recordId), [records, draft, recordId]);
  const merge = useMerge(module, columns, begun ?? undefined);
  const isTouched = merge.touched !== undefined;
  const end = useKeptMerge(module, ids, draft !== undefined, merge.touched);
  const close = () => { end(); onCancel(); };
  const primary = useSlowPrimary(merge.primaryKey, merge.setPrimary);
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<string>();
  const [isLeaving, setLeaving] = useState(false);
  const [once] = useState(createOnce);
  const client = useQueryClient();
  const inWords = useCountWords();
  const teams = useShell().data?.teams ?? [];
  const people = useNamesOf('users', useMemo(() => idsOf(module, draft, 'users'), [module, draft]));
  const names = collectNames(columns, [...teams.map((team) => [team._id, team.name] as const), ...people]);
  const countsOf = (id: string | undefined) => records.find(({ record }) => record._id === id)?.dependents ?? [];
  const moving = addCounts(merge.removed.map(countsOf));

  const save = async () => {
    if (merge.body === undefined || isSaving || primary.isChanging) return;
    setSaving(true);
    setError(undefined);
    try {
      await saveMerge(client, module, merge.body, once);
      end();
      onMerged(merge.body.primaryId);
    } catch (refused) {
      setError(textOfError(refused));
      setSaving(false);
    }
  };

  // Esc and the cross are pressed by mistake; Cancel says what it does.
  const leave = () => {
    if (isTouched) setLeaving(true);
    else close();
  };

  const actions = (
    <>
      <Button onClick={close}>{t('views.merge.cancel')}</Button>
      <Button variant="primary" loading={isSaving} disabled={merge.body === undefined} onClick={() => void save()}>{t('views.merge.save')}</Button>
    </>
  );
  return (
    <Dialog opened title={t('views.merge.title', { module: module.label })} subtitle={t('views.merge.text')} size="compare" flush dirty={isTouched} onCancel={leave} actions={actions} consequences={<MergeResult module={module} merge={merge} moving={inWords(moving)} movingCount={moving.reduce((sum, { count }) => sum + count, 0)} />}>
      {begun !== null && <div className="mg-kept"><KeptNote /></div>}
      {error !== undefined && <div role="alert" className="mg-error"><FieldError>{error}</FieldError></div>}
      <div className="mg-scroll" aria-busy={primary.isChanging}>
        <MergeTable module={module} merge={merge} checkedKey={primary.checkedKey} names={names} refersTo={(column: MergeColumn) => inWords(countsOf(column.id))} onPrimary={primary.choose} />
      </div>
      {isLeaving && <ConfirmDialog opened danger title={t('views.merge.dropTitle')} text={t('views.merge.dropText')} confirmLabel={t('views.merge.drop')} onConfirm={close} onCancel={() => setLeaving(false)} />}
    </Dialog>
  );
}

/** The Deduplicate dialog: compares what was typed and saved records side by side and makes one of them. */
export function MergeDialog(props: MergeDialogProps) {
  const { module, ids, draft, recordId, onCancel } = props;
  const wanted = recordId === undefined || ids.includes(recordId) ? ids : [recordId, ...ids];
  const { records, error, retry } = useMergedRecords(module, wanted);
  const end = useDialogEnd({ module: module.name, name: 'merge', isOfForm: draft !== undefined });
  // Records that cannot be read any more are no reason to ask for them again.
  const close = () => { end(); onCancel(); };
  const begun = useCutOffMerge(module, ids, draft !== undefined);
  if (records && begun !== undefined) return <OpenMerge {...props} records={records} begun={begun} />;
  return (
    <Dialog opened title={t('views.merge.title', { module: module.label })} subtitle={t('views.merge.text')} size="compare" onCancel={close} actions={<Button onClick={close}>{t('views.merge.cancel')}</Button>}>
      {error === undefined ? <div role="status" aria-label={t('views.merge.loading', { module: inSentence(module.label) })}><SkeletonRows rows={6} columns={wanted.length + 1} /></div> : <ErrorState text={error} onRetry={retry} compact />}
    </Dialog>
  );
}
