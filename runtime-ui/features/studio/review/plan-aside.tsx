import { CircleCheck, CircleX, Database, RefreshCw, TriangleAlert } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { ChangeSetPlan, ChangeSetView, PlannedReference } from '#engine/model/wire';
import { Button, Icon, IconButton, t, TextLink } from '../../../kit/index.ts';
import { ChangedRights } from '../effects/changed-rights.tsx';
import { EffectList } from '../effects/effect-list.tsx';
import { MoreEffects } from '../effects/more-effects.tsx';
import type { ArtifactName } from '../uses/use-artifact-names.ts';
import { describeSeconds, sumRecords, sumSeconds } from './describe-publication.ts';
import { countVerdict, type ReviewGroup } from './review-model.ts';

const SHOWN = 6;

type NameOf = (artifact: string) => ArtifactName;

/** What a plan found: beside the changes, on a phone above them. */
export function PlanAside({ children }: { readonly children: ReactNode }) {
  return (
    <aside className="sr-aside" aria-label={t('studioReview.aside.title')}>
      {children}
    </aside>
  );
}

interface PlanSummaryProps {
  readonly plan: ChangeSetPlan;
  readonly groups: readonly ReviewGroup[];
  readonly isChecking: boolean;
  readonly onRefresh: () => void;
}

/** What blocks and warns, and the work. */
export function PlanSummary({ plan, groups, isChecking, onRefresh }: PlanSummaryProps) {
  return (
    <>
      <header className="sr-aside-head">
        <h2>{t('studioReview.aside.title')}</h2>
        <span className="sr-note" role="status">
          {isChecking && t('studioReview.aside.checking')}
        </span>
        <IconButton icon={RefreshCw} label={t('studioReview.aside.refresh')} disabled={isChecking} onClick={onRefresh} />
      </header>
      <Verdicts groups={groups} />
      <Work plan={plan} />
    </>
  );
}

interface PlanDetailsProps {
  readonly view: Pick<ChangeSetView, '_id' | '_version'>;
  readonly plan: ChangeSetPlan;
  readonly nameOf: NameOf;
}

/** What refers to what changes, and who gains or loses access. */
export function PlanDetails({ view, plan, nameOf }: PlanDetailsProps) {
  return (
    <>
      <References references={plan.references} notes={plan.referenceNotes} nameOf={nameOf} />
      <Access view={view} access={plan.access} effects={plan.effects} />
    </>
  );
}

function Verdicts({ groups }: { readonly groups: readonly ReviewGroup[] }) {
  const [blocks, warns] = [countVerdict(groups, 'blocks'), countVerdict(groups, 'warns')];
  if (blocks + warns === 0)
    return (
      <p className="sr-verdict sr-verdict-none">
        <Icon of={CircleCheck} />
        <span>{t('studioReview.aside.clear')}</span>
      </p>
    );
  return (
    <div>
      {blocks > 0 && (
        <p className="sr-verdict sr-verdict-blocks">
          <Icon of={CircleX} />
          <span>{t('studioReview.aside.blocks', { count: blocks })}</span>
          <Button size="xs" variant="quiet" onClick={() => goToFirst('blocks')}>
            {t('studioReview.aside.decide')}
          </Button>
        </p>
      )}
      {warns > 0 && (
        <p className="sr-verdict sr-verdict-warns">
          <Icon of={TriangleAlert} />
          <span>{t('studioReview.aside.warns', { count: warns })}</span>
          <Button size="xs" variant="quiet" onClick={() => goToFirst('warns')}>
            {t('studioReview.aside.review')}
          </Button>
        </p>
      )}
    </div>
  );
}

/** Moves to the first change with this verdict, and into its input. */
function goToFirst(verdict: 'blocks' | 'warns'): void {
  const row = document.querySelector<HTMLElement>(`.sr-row[data-verdict="${verdict}"]`);
  row?.scrollIntoView({ block: 'center' });
  row?.querySelector<HTMLElement>('input, a, button')?.focus({ preventScroll: true });
}

function Work({ plan }: { readonly plan: ChangeSetPlan }) {
  const { indexes } = plan;
  return (
    <section aria-label={t('studioReview.aside.work')}>
      <h3>
        {t('studioReview.aside.work')} <span className="sr-note">{t('studioReview.aside.noLock')}</span>
      </h3>
      <dl className="sr-figures">
        <div>
          <dt>{t('studioReview.aside.records')}</dt>
          <dd>{sumRecords(plan).toLocaleString('en-US')}</dd>
        </div>
        <div>
          <dt>{t('studioReview.aside.time')}</dt>
          <dd>{describeSeconds(sumSeconds(plan))}</dd>
        </div>
      </dl>
      {indexes.length === 0 && <p className="sr-note">{t('studioReview.aside.noWork')}</p>}
      <ul className="sr-list">
        {indexes.map(({ module, fields, action, contains, unique, estimatedSeconds }) => (
          <li key={`${module} ${fields.join()} ${action} ${contains} ${unique}`}>
            <Icon of={Database} />
            <code className="ms-mono">{`${module}.${fields.join(', ')}`}</code>
            <span className="sr-note">
              {action === 'build' ? t('studioReview.aside.build', { seconds: estimatedSeconds }) : t('studioReview.aside.drop')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ReferencesProps {
  readonly references: readonly PlannedReference[];
  /** What the list lacks. */
  readonly notes: readonly string[];
  readonly nameOf: NameOf;
}

function References({ references, notes, nameOf }: ReferencesProps) {
  const [isAll, setAll] = useState(false);
  const froms = [...new Set(references.map(({ from }) => from))];
  const targetsOf = (from: string) => [...new Set(references.flatMap((one) => (one.from === from ? [one.target] : [])))];
  return (
    <section aria-label={t('studioReview.aside.references')}>
      <h3>{t('studioReview.aside.references')}</h3>
      {froms.length === 0 && <p className="sr-note">{t('studioReview.aside.noReferences')}</p>}
      <ul className="sr-list">
        {froms.slice(0, isAll ? froms.length : SHOWN).map((from) => {
          const { kind, label, href } = nameOf(from);
          return (
            <li key={from}>
              <span className="sr-list-kind">{kind}</span>
              {href === undefined ? <span>{label}</span> : <TextLink href={href}>{label}</TextLink>}
              <span className="sr-note">
                {targetsOf(from)
                  .map((target) => nameOf(target).label)
                  .join(', ')}
              </span>
            </li>
          );
        })}
      </ul>
      <More count={froms.length} isAll={isAll} onToggle={() => setAll(!isAll)} />
      {notes.map((note) => (
        <p key={note} className="sr-note">
          {note}
        </p>
      ))}
    </section>
  );
}

interface AccessProps extends Pick<ChangeSetPlan, 'access' | 'effects'> {
  readonly view: PlanDetailsProps['view'];
}

/** The rights that roles gain or lose, and what people gain or lose by them. */
function Access({ view, access, effects }: AccessProps) {
  const { gains, losses } = effects;
  const [isAll, setAll] = useState(false);
  const title = t('studioReview.aside.access');
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {access.length === 0 && <p className="sr-note">{t('studioReview.aside.noAccess')}</p>}
      <ChangedRights changeSet={view} access={access.slice(0, isAll ? access.length : SHOWN)} label={title} isOfManyRoles />
      <More count={access.length} isAll={isAll} onToggle={() => setAll(!isAll)} />
      {gains.length + losses.length > 0 && (
        <EffectList effects={[...losses, ...gains]} label={t('studioAccess.people')} changeSet={view._id} />
      )}
      <MoreEffects key={view._version} changeSet={view._id} effects={effects} />
    </section>
  );
}

function More({ count, isAll, onToggle }: { readonly count: number; readonly isAll: boolean; readonly onToggle: () => void }) {
  if (count <= SHOWN) return null;
  return (
    <Button size="xs" variant="quiet" aria-expanded={isAll} onClick={onToggle}>
      {isAll ? t('studioReview.aside.fewer') : t('studioReview.aside.all', { count })}
    </Button>
  );
}
