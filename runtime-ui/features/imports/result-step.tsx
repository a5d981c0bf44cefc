import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FilePen, List, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { lowercaseLabel } from '#engine/model/values';
import type { ImportView, ModuleView, UndoProgress } from '#engine/model/wire';
import {
  createImport,
  downloadImportErrors,
  getErrorMessage,
  getUndoProgress,
  invalidateRecords,
  moduleRoute,
  routePrefix,
  useSession,
  type ApiError,
} from '../../client/index.ts';
import { findField } from '../../headless/index.ts';
import { Button, ButtonLink, Card, ConfirmDialog, formatDay, showNotice, t } from '../../kit/index.ts';
import { revertBatch } from '../../views/index.ts';
import { formatCount } from './describe-import.ts';
import { ProblemRows } from './header-actions.tsx';
import { reloadImports, storeImport } from './import-queries.ts';
import { RunProgress } from './run-progress.tsx';
import { StepHeading } from './wizard-steps.tsx';

interface ResultProps {
  readonly view: ImportView;
  readonly module: ModuleView;
}

/** How far an import is that was started, and what it did. */
export function ResultStep({ view, module }: ResultProps) {
  const user = useSession((session) => session.user);
  const { state } = view;
  const client = useQueryClient();
  const hasEnded = state === 'done' || state === 'cancelled';
  useEffect(() => {
    if (hasEnded) void invalidateRecords(client, [module.name]);
  }, [hasEnded, client, module.name]);
  return (
    <div className="iw-body">
      <StepHeading step="result">{t(`imports.result.titles.${hasEnded || state === 'failed' ? state : 'running'}`)}</StepHeading>
      {hasEnded ? <Ended view={view} module={module} /> : <RunProgress view={view} />}
      <div className="iw-foot">
        <ButtonLink variant="quiet" icon={List} href={`${routePrefix(user)}/imports`}>
          {t('imports.all')}
        </ButtonLink>
      </div>
    </div>
  );
}

/** What the rows did, in numbers. */
function Counts({ view: { progress } }: Pick<ResultProps, 'view'>) {
  const rows = [
    { label: t('imports.result.created'), count: progress.created, isAlways: true },
    { label: t('imports.result.updated'), count: progress.updated, isAlways: true },
    { label: t('imports.result.unchanged'), count: progress.unchanged, isAlways: false },
    { label: t('imports.result.skipped'), count: progress.skipped, isAlways: false },
    { label: t('imports.result.refused'), count: progress.refused, isAlways: true },
    { label: t('imports.result.rest'), count: progress.total - progress.done, isAlways: false },
  ];
  return (
    <dl className="iw-result-counts">
      {rows
        .filter(({ count, isAlways }) => isAlways || count > 0)
        .map(({ label, count }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="ms-tabular">{formatCount(count)}</dd>
          </div>
        ))}
    </dl>
  );
}

/** A problem with the label of its field. */
function describe(module: ModuleView, field: string | null, text: string): string {
  const label = field === null ? undefined : findField(module, field)?.label;
  return label === undefined ? text : `${label}: ${text}`;
}

/** Loads the rows with problems as a new import, in which they are corrected. */
function useCorrectAgain(view: ImportView) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const user = useSession((session) => session.user);
  const [isBusy, setBusy] = useState(false);
  const correct = async () => {
    setBusy(true);
    try {
      const { file, name } = await downloadImportErrors(view._id, 'csv');
      const made = await createImport(view.module, new File([file], name, { type: 'text/csv' }));
      await storeImport(client, made);
      void reloadImports(client);
      await navigate(`${routePrefix(user)}/imports/${made._id}?step=preview`);
    } catch (error) {
      setBusy(false);
      showNotice({ kind: 'error', text: getErrorMessage(error) });
    }
  };
  return { isBusy, correct };
}

/** How far the import is undone; undefined: not known yet, or nothing was saved. */
function useUndoState(batchId: string | null) {
  return useQuery<UndoProgress['state'], ApiError>({
    queryKey: ['import-undo', batchId],
    queryFn: async () => (await getUndoProgress(batchId ?? '')).state,
    staleTime: 0,
    enabled: batchId !== null,
  });
}

function Ended({ view, module }: ResultProps) {
  const client = useQueryClient();
  const user = useSession((session) => session.user);
  const [isAsking, setAsking] = useState(false);
  const { isBusy, correct } = useCorrectAgain(view);
  const { progress, batchId, undoUntil } = view;
  const saved = progress.created + progress.updated;
  const records = lowercaseLabel(module.label);
  const { data: undone, refetch } = useUndoState(saved === 0 ? null : batchId);
  const canUndo = undone !== undefined && undone !== 'done' && undoUntil !== null && Date.parse(undoUntil) > Date.now();
  const undo = () => {
    setAsking(false);
    if (batchId !== null) revertBatch({ client, module, batchId, onEnd: () => void refetch() });
  };
  return (
    <>
      <Card className="iw-card">
        <Counts view={view} />
        <div className="iw-actions">
          <ButtonLink variant="primary" href={moduleRoute(module.name, user)}>
            {t('imports.result.open', { records })}
          </ButtonLink>
          {canUndo && (
            <Button icon={Undo2} onClick={() => setAsking(true)}>
              {t('imports.result.undo')}
            </Button>
          )}
        </div>
        {canUndo && <p className="iw-note">{t('imports.result.undoUntil', { day: formatDay(undoUntil) })}</p>}
        {undone === 'done' && <p className="iw-note">{t('imports.result.undone')}</p>}
      </Card>
      {progress.refused > 0 && (
        <Card className="iw-card" title={t('imports.result.problems', { count: progress.refused })}>
          <ul className="iw-refused">
            {view.refused.slice(0, 20).map(({ row, field, text }) => (
              <li key={`${row}|${field}|${text}`}>
                <span className="iw-number">{t('imports.preview.rowNumber', { row })}</span> {describe(module, field, text)}
              </li>
            ))}
          </ul>
          <div className="iw-actions">
            <Button icon={FilePen} loading={isBusy} onClick={() => void correct()}>
              {t('imports.result.correct')}
            </Button>
            <ProblemRows id={view._id} />
          </div>
        </Card>
      )}
      {isAsking && (
        <ConfirmDialog
          opened
          title={t('imports.result.undoTitle')}
          text={t('imports.result.undoText', { count: saved })}
          confirmLabel={t('imports.result.undo')}
          onConfirm={undo}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
