import { Merge } from 'lucide-react';
import { useState } from 'react';
import type { JsonValue, ModuleView } from '#engine/model';
import { Button, Dialog, FieldError, formatPhone, hideNotice, isObject, Kbd, showNotice, textOfError, useBreakpoint, type ErrorDialogProps, type RecordValues } from '#ui';
import type { DuplicateFindings, DuplicateMatch } from '../../shared/duplicate-match.ts';
import { leadName } from '../lead-name.ts';
import { MergeDialog } from '../merge/merge-dialog.tsx';
import { tLeads } from '../texts.ts';
import { MatchCard, wordOf } from './match-card.tsx';

/** Chosen at first: what is this much alike, or else the best one. */
const LIKELY = 80;

function readFindings(error: ErrorDialogProps['error']): DuplicateFindings {
  const { matches, hidden } = error as unknown as Partial<DuplicateFindings>;
  return { matches: Array.isArray(matches) ? matches : [], hidden: typeof hidden === 'number' ? hidden : 0 };
}

function firstChosen(matches: readonly DuplicateMatch[]): readonly string[] {
  const likely = matches.filter((match) => match.score >= LIKELY).map((match) => match._id);
  return likely.length > 0 ? likely : matches.slice(0, 1).map((match) => match._id);
}

function textIn(draft: RecordValues, fieldName: string): string | null {
  const value: JsonValue | undefined = draft[fieldName];
  return typeof value === 'string' && value !== '' ? value : null;
}

function Yours({ module, draft }: { readonly module: ModuleView; readonly draft: RecordValues }) {
  const address = isObject(draft.current_address) ? draft.current_address : {};
  const place = [address.city, address.state].filter((part): part is string => typeof part === 'string' && part !== '').join(', ');
  const phone = ['mobile_phone', 'home_phone', 'office_phone', 'other_phone'].map((field) => textIn(draft, field)).find((one) => one !== null);
  const line = [wordOf(module, 'profession', textIn(draft, 'profession'))?.label, place, phone && formatPhone(phone)].filter((part) => part !== undefined && part !== null && part !== '').join(' · ');
  return (
    <p className="ld-yours">
      <span className="ld-yours-label">{tLeads('duplicates.yours')}</span>
      <strong className="ld-match-name">{leadName(module, draft)}</strong>
      <span className="ld-match-line">{line}</span>
    </p>
  );
}

function useSave({ retry, recordId }: Pick<ErrorDialogProps, 'retry' | 'recordId'>) {
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<string>();
  const save = async () => {
    if (isSaving) return;
    setSaving(true);
    setError(undefined);
    const progress = showNotice({ text: tLeads(recordId === undefined ? 'notices.saving' : 'notices.updating'), duration: 60_000 });
    try {
      await retry({ duplicates: 'allow' });
    } catch (refused) {
      setError(textOfError(refused));
      setSaving(false);
    } finally {
      hideNotice(progress);
    }
  };
  return { isSaving, error, save };
}

function Consequences({ count, canMerge }: { readonly count: number; readonly canMerge: boolean }) {
  const isPhone = useBreakpoint() === 'phone';
  return <span>{canMerge && `${tLeads('duplicates.chosen', { count })} `}{isPhone ? tLeads('duplicates.close') : <><Kbd>Esc</Kbd> {tLeads('duplicates.escape')}</>}</span>;
}

/** Duplicate Leads Detected: keep the new lead all the same, or make one of it and those it matches. Closing saves nothing. */
export function DuplicateDialog({ error, module, draft, recordId, retry, cancel, leaveTo }: ErrorDialogProps) {
  const { matches, hidden } = readFindings(error);
  const [chosen, setChosen] = useState<readonly string[]>(() => firstChosen(matches));
  const [isReviewing, setReviewing] = useState(false);
  const saving = useSave({ retry, recordId });
  const values = draft as RecordValues;
  const choose = (id: string, isChosen: boolean) => setChosen(isChosen ? [...chosen, id] : chosen.filter((one) => one !== id));
  // In the order of the list: the most alike of those chosen is the first.
  const ids = matches.map((match) => match._id).filter((id) => chosen.includes(id));
  if (isReviewing) return <MergeDialog module={module} ids={ids} draft={values} recordId={recordId} onCancel={() => setReviewing(false)} onMerged={(primaryId) => leaveTo(module.name, primaryId)} />;
  const canMerge = matches.length > 0;
  const actions = (
    <>
      <Button loading={saving.isSaving} onClick={() => void saving.save()}>{tLeads('duplicates.save')}</Button>
      {canMerge && <Button variant="primary" icon={Merge} disabled={ids.length === 0} onClick={() => setReviewing(true)}>{tLeads('duplicates.review')}</Button>}
    </>
  );
  return (
    <Dialog opened title={tLeads('duplicates.title')} subtitle={tLeads('duplicates.text')} dirty={false} onCancel={cancel} actions={actions} consequences={<Consequences count={ids.length} canMerge={canMerge} />}>
      <Yours module={module} draft={values} />
      {canMerge && <ul className="ld-matches" aria-label={tLeads('duplicates.list')}>{matches.map((match) => <MatchCard key={match._id} module={module} match={match} isChosen={chosen.includes(match._id)} onChoose={(isChosen) => choose(match._id, isChosen)} />)}</ul>}
      {hidden > 0 && <p className="ld-hidden">{tLeads('duplicates.hidden', { count: hidden })}</p>}
      {saving.error !== undefined && <div role="alert"><FieldError>{saving.error}</FieldError></div>}
    </Dialog>
  );
}
