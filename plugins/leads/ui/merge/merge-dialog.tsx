import { useEffect, useMemo, useState } from 'react';
import type { ModuleView } from '#engine/model';
import { Button, Dialog, ErrorState, FieldError, SkeletonRows, textOfError, useDropRecords, useNamesOf, useShell, type RecordValues } from '#ui';
import { tLeads } from '../texts.ts';
import { makeColumns, type MergeColumn } from './merge-columns.ts';
import { MergeResult } from './merge-result.tsx';
import { MergeTable } from './merge-table.tsx';
import { saveMerge } from './save-merge.ts';
import { useMerge } from './use-merge.ts';
import { useCountWords, useSavedLeads, type DependentCount, type SavedLead } from './use-saved-leads.ts';
import { collectNames, idsOf } from './value-text.tsx';

/** The values follow a change of the primary after this many milliseconds. */
const PRIMARY_DELAY = 500;

export interface MergeDialogProps {
  readonly module: ModuleView;
  /** The leads that take part, first chosen first. */
  readonly ids: readonly string[];
  /** What was typed in an open form. */
  readonly draft?: RecordValues | undefined;
  /** The lead whose form was open; absent when it is a new one. */
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

function OpenMerge({ module, leads, draft, recordId, onCancel, onMerged }: MergeDialogProps & { readonly leads: readonly SavedLead[] }) {
  const columns = useMemo(() => makeColumns(leads.map((lead) => lead.record), draft, recordId), [leads, draft, recordId]);
  const merge = useMerge(module, columns);
  const primary = useSlowPrimary(merge.primaryKey, merge.setPrimary);
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<string>();
  const drop = useDropRecords();
  const inWords = useCountWords();
  const teams = useShell().data?.teams ?? [];
  const people = useNamesOf('users', useMemo(() => idsOf(module, draft, 'users'), [module, draft]));
  const names = collectNames(columns, [...teams.map((team) => [team._id, team.name] as const), ...people]);
  const countsOf = (id: string | undefined) => leads.find((lead) => lead.record._id === id)?.dependents ?? [];
  const moving = addCounts(merge.removed.map(countsOf));

  const save = async () => {
    if (merge.body === undefined || isSaving || primary.isChanging) return;
    setSaving(true);
    setError(undefined);
    try {
      await saveMerge(module, merge.body, drop);
      onMerged(merge.body.primaryId);
    } catch (refused) {
      setError(textOfError(refused));
      setSaving(false);
    }
  };

  const actions = (
    <>
      <Button onClick={onCancel}>{tLeads('merge.cancel')}</Button>
      <Button variant="primary" loading={isSaving} disabled={merge.body === undefined} onClick={() => void save()}>{tLeads('merge.save')}</Button>
    </>
  );
  return (
    <Dialog opened title={tLeads('merge.title')} subtitle={tLeads('merge.text')} size="compare" flush dirty={false} onCancel={onCancel} actions={actions} consequences={<MergeResult merge={merge} moving={inWords(moving)} movingCount={moving.reduce((sum, { count }) => sum + count, 0)} />}>
      {error !== undefined && <div role="alert" className="ld-error"><FieldError>{error}</FieldError></div>}
      <div className="ld-scroll" aria-busy={primary.isChanging}>
        <MergeTable module={module} merge={merge} checkedKey={primary.checkedKey} names={names} refersTo={(column: MergeColumn) => inWords(countsOf(column.id))} onPrimary={primary.choose} />
      </div>
    </Dialog>
  );
}

/** Deduplicate Leads: compares what was typed and saved leads side by side and makes one of them. */
export function MergeDialog(props: MergeDialogProps) {
  const { module, ids, recordId, onCancel } = props;
  const wanted = recordId === undefined || ids.includes(recordId) ? ids : [recordId, ...ids];
  const { leads, error, retry } = useSavedLeads(module, wanted);
  if (leads) return <OpenMerge {...props} leads={leads} />;
  return (
    <Dialog opened title={tLeads('merge.title')} subtitle={tLeads('merge.text')} size="compare" onCancel={onCancel} actions={<Button onClick={onCancel}>{tLeads('merge.cancel')}</Button>}>
      {error === undefined ? <div role="status" aria-label={tLeads('merge.loading')}><SkeletonRows rows={6} columns={wanted.length + 1} /></div> : <ErrorState text={error} onRetry={retry} compact />}
    </Dialog>
  );
}
