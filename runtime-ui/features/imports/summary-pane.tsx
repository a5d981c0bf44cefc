import { useQueryClient } from '@tanstack/react-query';
import { History, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { lowercaseLabel } from '#engine/model/values';
import type { ImportFieldView, ImportSummary, ImportView, ModuleView } from '#engine/model/wire';
import { ApiError, getErrorMessage, routePrefix, runImportAction, startImport, useSession } from '../../client/index.ts';
import { formatInstantInText } from '../../fields/values/index.ts';
import { Button, ConfirmDialog, Icon, showNotice, t, TextLink } from '../../kit/index.ts';
import { ProgressBar } from '../../views/index.ts';
import type { ShownChoices } from './choices.ts';
import { RefusedColumns } from './columns-step.tsx';
import { countSaved, describeSeconds, formatCount } from './describe-import.ts';
import { DuplicateChoice } from './duplicate-choice.tsx';
import { storeImport } from './import-queries.ts';
import type { PreviewFilter } from './preview-filter.ts';
import { SummaryCounts } from './summary-counts.tsx';
import type { ImportEdits } from './use-import-edits.ts';

export interface SummaryPaneProps {
  readonly view: ImportView;
  readonly module: ModuleView;
  readonly edits: ImportEdits;
  readonly fields: readonly ImportFieldView[];
  readonly choices: ShownChoices;
  /** That of the last check; null: there was none. */
  readonly summary: ImportSummary | null;
  readonly filter: PreviewFilter;
  readonly onFilter: (filter: PreviewFilter) => void;
  readonly onBack: () => void;
}

/** How far the check is, and what its results belong to. */
function CheckState({ view, edits }: Pick<SummaryPaneProps, 'view' | 'edits'>) {
  const { state, progress, problem } = view;
  const client = useQueryClient();
  if (state === 'failed')
    return (
      <div className="iw-problem" role="alert">
        <p>{problem?.text}</p>
        <Button
          size="sm"
          onClick={() =>
            void runImportAction(view._id, 'resume').then(
              (next) => storeImport(client, next),
              (error: unknown) => showNotice({ kind: 'error', text: getErrorMessage(error) }),
            )
          }
        >
          {t('actions.tryAgain')}
        </Button>
      </div>
    );
  if (edits.problem !== undefined || (state === 'checked' && !edits.isSaving)) return null;
  return (
    <div className="iw-checking">
      <p className="iw-note ms-tabular">
        {t('imports.summary.checking', { done: formatCount(state === 'checking' ? progress.done : 0), total: formatCount(view.rows) })}
      </p>
      <ProgressBar label={t('imports.summary.check')} done={state === 'checking' ? progress.done : 0} total={view.rows} />
    </div>
  );
}

/** The same file was imported before. */
function EarlierNote({ view: { earlier } }: Pick<SummaryPaneProps, 'view'>) {
  const user = useSession((session) => session.user);
  if (earlier === null) return null;
  return (
    <p className="iw-hint">
      <Icon of={History} />
      <span>
        {t('imports.summary.earlier', { day: formatInstantInText(earlier.at) })}{' '}
        <TextLink href={`${routePrefix(user)}/imports/${earlier._id}`}>{t('imports.summary.openEarlier')}</TextLink>
      </span>
    </p>
  );
}

/** Starts an import; of a file that was imported before after a question. */
function useStart(view: ImportView, edits: ImportEdits) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [question, setQuestion] = useState<string | undefined>(undefined);
  const start = async (again: boolean) => {
    setBusy(true);
    setQuestion(undefined);
    try {
      await storeImport(client, await startImport(view._id, view._version, again));
    } catch (error) {
      const code = error instanceof ApiError ? error.code : undefined;
      setBusy(false);
      if (code === 'import_repeated') return setQuestion(getErrorMessage(error));
      showNotice({ kind: 'error', text: getErrorMessage(error) });
      if (code === 'import_changed') edits.reload();
    }
  };
  return { isBusy, question, start, cancel: () => setQuestion(undefined) };
}

/** The buttons: back, and the start with the number of rows and the expected time. */
function Start({ view, edits, summary, onBack }: SummaryPaneProps) {
  const { isBusy, question, start, cancel } = useStart(view, edits);
  const count = summary === null ? 0 : countSaved(summary);
  const isReady = view.state === 'checked' && !edits.isSaving && edits.problem === undefined && count > 0;
  const left = summary?.problem ?? 0;
  return (
    <div className="iw-start">
      <div className="iw-line">
        <Button onClick={onBack}>{t('imports.back')}</Button>
        <Button variant="primary" className="iw-grow" loading={isBusy} disabled={!isReady} onClick={() => void start(false)}>
          {t('imports.start', { count })}
        </Button>
      </div>
      {summary !== null && (
        <p className="iw-line iw-note">
          <span className="iw-grow">{left > 0 && t('imports.summary.left', { count: left })}</span>
          {count > 0 && <span>{describeSeconds(summary.seconds)}</span>}
        </p>
      )}
      {question !== undefined && (
        <ConfirmDialog
          opened
          title={t('imports.again.title')}
          text={question}
          confirmLabel={t('imports.again.confirm')}
          onConfirm={() => void start(true)}
          onCancel={cancel}
        />
      )}
    </div>
  );
}

/** What the import would do, what happens to rows that match a record, and the start. */
export function SummaryPane(props: SummaryPaneProps) {
  const { view, module, edits, fields, choices, summary, filter, onFilter } = props;
  const records = lowercaseLabel(module.label);
  const matches = summary === null ? 0 : summary.update + summary.unchanged + summary.skip;
  return (
    <aside className="iw-pane" aria-label={t('imports.summary.title')}>
      <div className="iw-pane-scroll">
        <div className="iw-line">
          <h3 className="iw-pane-title iw-grow">{t('imports.summary.title')}</h3>
          <span className="iw-note">{view.state === 'checked' ? t('imports.summary.checked') : t('imports.summary.notSaved')}</span>
        </div>
        <CheckState view={view} edits={edits} />
        {summary !== null && <SummaryCounts summary={summary} records={records} filter={filter} onFilter={onFilter} />}
        <RefusedColumns columns={choices.columns} />
        <DuplicateChoice
          choices={choices}
          fields={fields}
          matches={matches}
          records={records}
          onChange={(duplicates) => edits.change({ duplicates })}
        />
        <EarlierNote view={view} />
      </div>
      <div className="iw-pane-foot">
        <p className="iw-hint">
          <Icon of={Undo2} />
          <span>
            <strong>{t('imports.summary.undo', { count: view.undoDays })}</strong>{' '}
            {t('imports.summary.undoHelp', { records: module.label })}
          </span>
        </p>
        <Start {...props} />
      </div>
    </aside>
  );
}
