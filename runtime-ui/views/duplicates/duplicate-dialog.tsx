import { Merge } from 'lucide-react';
import { useState } from 'react';
import { lowercaseLabel } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import { getErrorMessage } from '../../client/index.ts';
import type { ErrorDialogProps } from '../../extensions/index.ts';
import { draftRecordName, type RecordValues } from '../../headless/index.ts';
import { Button, Dialog, FieldError, hideNotice, Kbd, showNotice, t, useBreakpoint } from '../../kit/index.ts';
import { MergeDialog } from '../merge/lazy-merge.tsx';
import { MatchCards } from './match-cards.tsx';
import type { DuplicateDialogProps, ShownMatch } from './match-details.ts';
import { MatchTable } from './match-table.tsx';

/** Initially selected: the matches with at least this score, or else the best one. */
const LIKELY_SCORE = 80;

/** Maximum duration of the saving notice: it closes with the response, or after this time if there is none. */
const MAX_SAVE_MS = 60_000;

function readMatches(error: ErrorDialogProps['error']): { readonly matches: readonly ShownMatch[]; readonly hidden: number } {
  const { matches, hidden } = error as { readonly matches?: unknown; readonly hidden?: unknown };
  return { matches: Array.isArray(matches) ? (matches as readonly ShownMatch[]) : [], hidden: typeof hidden === 'number' ? hidden : 0 };
}

function firstChosen(matches: readonly ShownMatch[]): readonly string[] {
  const likely = matches.filter((match) => match.score >= LIKELY_SCORE).map((match) => match._id);
  return likely.length > 0 ? likely : matches.slice(0, 1).map((match) => match._id);
}

function useSave({ module, retry, recordId }: Pick<ErrorDialogProps, 'module' | 'retry' | 'recordId'>) {
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<string>();
  const save = async () => {
    if (isSaving) return;
    setSaving(true);
    setError(undefined);
    const progress = showNotice({
      text: recordId === undefined ? t('views.duplicates.saving', { thing: module.labelSingular }) : t('views.duplicates.updating'),
      duration: MAX_SAVE_MS,
    });
    try {
      await retry({ duplicates: 'allow' });
    } catch (refused) {
      setError(getErrorMessage(refused));
      setSaving(false);
    } finally {
      hideNotice(progress);
    }
  };
  return { isSaving, error, save };
}

function DraftSummary({ module, draft, line }: { readonly module: ModuleView; readonly draft: RecordValues; readonly line: string }) {
  return (
    <p className="md-yours">
      <span className="md-yours-label">{t('views.duplicates.yours')}</span>
      <strong className="md-match-name">{draftRecordName(module, draft)}</strong>
      <span className="md-match-line">{line}</span>
    </p>
  );
}

function Consequences({ count, canMerge }: { readonly count: number; readonly canMerge: boolean }) {
  const isPhone = useBreakpoint() === 'phone';
  return (
    <span>
      {canMerge && `${t('views.duplicates.chosen', { count })} `}
      {isPhone ? (
        t('views.duplicates.close')
      ) : (
        <>
          <Kbd>Esc</Kbd> {t('views.duplicates.escape')}
        </>
      )}
    </span>
  );
}

/** The Duplicates Detected dialog: save anyway, or merge the draft with the selected matches. Closing it saves nothing. */
export function DuplicateDialog({
  error,
  module,
  draft,
  recordId,
  retry,
  cancel,
  goToRecord,
  describeDraft,
  describeMatch,
  columns,
  canKeep = true,
}: DuplicateDialogProps) {
  const { matches, hidden } = readMatches(error);
  const [chosen, setChosen] = useState<readonly string[]>(() => firstChosen(matches));
  const [isReviewing, setReviewing] = useState(false);
  const saving = useSave({ module, retry, recordId });
  const values = draft as RecordValues;
  const choose = (id: string, isChosen: boolean) => setChosen(isChosen ? [...chosen, id] : chosen.filter((one) => one !== id));
  // In list order: the selected match with the highest score is first.
  const ids = matches.map((match) => match._id).filter((id) => chosen.includes(id));
  if (isReviewing)
    return (
      <MergeDialog
        module={module}
        ids={ids}
        draft={values}
        recordId={recordId}
        onCancel={() => setReviewing(false)}
        onMerged={(primaryId) => goToRecord(module.name, primaryId)}
      />
    );
  const canMerge = matches.length > 0;
  const things = lowercaseLabel(module.label);
  const actions = (
    <>
      {canKeep && (
        <Button loading={saving.isSaving} onClick={() => void saving.save()}>
          {t('views.duplicates.save')}
        </Button>
      )}
      {canMerge && (
        <Button variant="primary" icon={Merge} disabled={ids.length === 0} onClick={() => setReviewing(true)}>
          {t('views.duplicates.review')}
        </Button>
      )}
    </>
  );
  const list = { label: t('views.duplicates.list', { things: module.label }), matches, describeMatch, chosen, onChoose: choose };
  return (
    <Dialog
      opened
      title={t('views.duplicates.title', { things: module.label })}
      subtitle={error.error}
      dirty={false}
      onCancel={cancel}
      actions={actions}
      consequences={<Consequences count={ids.length} canMerge={canMerge} />}
    >
      <DraftSummary module={module} draft={values} line={describeDraft(values)} />
      {canMerge && (columns === undefined ? <MatchCards {...list} /> : <MatchTable {...list} columns={columns} />)}
      {hidden > 0 && (
        <p className="md-hidden">{t('views.duplicates.hidden', { count: hidden, thing: lowercaseLabel(module.labelSingular), things })}</p>
      )}
      {saving.error !== undefined && (
        <div role="alert">
          <FieldError>{saving.error}</FieldError>
        </div>
      )}
    </Dialog>
  );
}
