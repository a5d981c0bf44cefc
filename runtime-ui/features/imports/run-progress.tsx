import { useQueryClient } from '@tanstack/react-query';
import { Pause, Play, Square } from 'lucide-react';
import { useState } from 'react';
import type { ImportView } from '#engine/model/wire';
import { ApiError, getErrorMessage, runImportAction, type ImportAction } from '../../client/index.ts';
import { Button, Card, ConfirmDialog, showNotice, t } from '../../kit/index.ts';
import { ProgressBar } from '../../views/index.ts';
import { formatCount } from './describe-import.ts';
import { reloadImport, storeImport } from './import-queries.ts';

/** Pauses, resumes or cancels an import. One that has ended in the meantime is read again. */
function useAction(view: ImportView) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const run = async (action: ImportAction) => {
    setBusy(true);
    try {
      await storeImport(client, await runImportAction(view._id, action));
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'import_state_wrong') showNotice({ kind: 'error', text: getErrorMessage(error) });
      await reloadImport(client, view._id);
    }
    setBusy(false);
  };
  return { isBusy, run };
}

/** How far an import is; it goes on when the page is left. */
export function RunProgress({ view }: { readonly view: ImportView }) {
  const { state, progress, problem } = view;
  const { isBusy, run } = useAction(view);
  const [isAsking, setAsking] = useState(false);
  const isRunning = state === 'running';
  return (
    <Card className="iw-card">
      {state === 'failed' && (
        <div className="iw-problem" role="alert">
          <p>{problem?.text}</p>
        </div>
      )}
      <p className="ms-tabular">
        {t('imports.run.progress', { done: formatCount(progress.done), total: formatCount(progress.total) })}
        {state === 'paused' && ` · ${t('imports.states.paused')}`}
      </p>
      <ProgressBar label={t('imports.run.title')} done={progress.done} total={progress.total} />
      {isRunning && <p className="iw-note">{t('imports.run.leave')}</p>}
      <div className="iw-line">
        {isRunning ? (
          <Button icon={Pause} loading={isBusy} onClick={() => void run('pause')}>
            {t('imports.run.pause')}
          </Button>
        ) : (
          <Button variant="primary" icon={Play} loading={isBusy} onClick={() => void run('resume')}>
            {t('imports.run.resume')}
          </Button>
        )}
        <Button variant="danger-quiet" icon={Square} disabled={isBusy} onClick={() => setAsking(true)}>
          {t('imports.run.cancel')}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          opened
          danger
          title={t('imports.run.cancelTitle')}
          text={t('imports.run.cancelText', { count: progress.created + progress.updated })}
          confirmLabel={t('imports.run.cancel')}
          onConfirm={() => {
            setAsking(false);
            void run('cancel');
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </Card>
  );
}
