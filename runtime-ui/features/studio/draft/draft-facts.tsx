import { CircleX, Database, ListChecks, RefreshCw, Users } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ChangeSetPlan, ChangeSetView } from '#engine/model/wire';
import { Icon, t, TextLink } from '../../../kit/index.ts';
import { describeProgress, type ChangeSetWork } from '../review/conversion-progress.tsx';
import { describeSeconds, sumRecords, sumSeconds } from '../review/describe-publication.ts';
import { changeSetRoute } from '../review/use-publish.ts';
import { STUDIO } from '../studio-sections.ts';

interface DraftFactsProps {
  readonly view: ChangeSetView;
  /** undefined: it is not made yet. */
  readonly plan: ChangeSetPlan | undefined;
}

/** Work, records, and what prevents publishing, in short. */
export function DraftFacts({ view, plan }: DraftFactsProps) {
  const builds = plan?.indexes.filter(({ action }) => action === 'build').length ?? 0;
  const converted = plan?.conversions.reduce((sum, { count }) => sum + count, 0) ?? 0;
  const records = plan === undefined ? 0 : sumRecords(plan);
  const decisions = plan === undefined ? 0 : plan.conflicts.length + plan.records.filter(({ choices }) => choices.length > 0).length;
  const problems = Math.max(view.problems.length, plan?.problems.length ?? 0);
  return (
    <>
      {builds + converted > 0 && plan !== undefined && (
        <Fact
          icon={Database}
          text={[
            ...(builds > 0 ? [t('studioReview.bar.indexes', { count: builds })] : []),
            ...(converted > 0 ? [t('studioReview.bar.converts', { count: converted })] : []),
          ].join(', ')}
          note={describeSeconds(sumSeconds(plan))}
        />
      )}
      {records > 0 && (
        <Fact
          icon={Users}
          text={t('studioReview.bar.records', { count: records })}
          note={[...new Set(plan?.records.map(({ module }) => module))].join(', ')}
        />
      )}
      {decisions > 0 && (
        <Fact icon={ListChecks} text={t('studioReview.bar.decisions', { count: decisions })} href={changeSetRoute(view._id)} />
      )}
      {problems > 0 && (
        <Fact isOnPhones icon={CircleX} text={t('studioReview.bar.problems', { count: problems })} href={changeSetRoute(view._id)} />
      )}
    </>
  );
}

/** The work on values that runs or waits, of any change-set; of several their number, with the list. */
export function ConversionFact({ conversions }: { readonly conversions: readonly ChangeSetWork[] }) {
  const [first, ...more] = conversions;
  if (first === undefined) return null;
  if (more.length > 0)
    return (
      <Fact
        isOnPhones
        icon={RefreshCw}
        text={t('studioReview.bar.conversions', { count: conversions.length })}
        href={`${STUDIO}/change-sets`}
      />
    );
  return <Fact isOnPhones icon={RefreshCw} text={describeProgress(first)} note={first.name} href={changeSetRoute(first._id)} />;
}

interface FactProps {
  readonly icon: LucideIcon;
  readonly text: string;
  readonly note?: string;
  readonly href?: string;
  /** Phones show it too. */
  readonly isOnPhones?: boolean;
}

function Fact({ icon, text, note, href, isOnPhones = false }: FactProps) {
  return (
    <span className="st-bar-fact" data-phone={isOnPhones || undefined}>
      <Icon of={icon} />
      <span>
        {href === undefined ? (
          <span className="st-bar-fact-text">{text}</span>
        ) : (
          <TextLink href={href} look="bare" className="st-bar-fact-text">
            {text}
          </TextLink>
        )}
        {note !== undefined && <span className="st-bar-note">{note}</span>}
      </span>
    </span>
  );
}
