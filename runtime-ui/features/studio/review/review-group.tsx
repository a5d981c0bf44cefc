import { CircleX, TriangleAlert, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ChangeSetPlan, ChangeSetView, ChangeView, PlannedConversion, PlannedRecords } from '#engine/model/wire';
import { recordRoute } from '../../../client/index.ts';
import { describePlace } from '../../../headless/form/index.ts';
import { Button, Icon, StatusPill, t, TextLink, type PillHue } from '../../../kit/index.ts';
import { ChangedRights } from '../effects/changed-rights.tsx';
import type { ArtifactName } from '../uses/use-artifact-names.ts';
import { ConflictChoice, listSides } from './conflict-choice.tsx';
import { conflictKey, decideValues, valueKey, type Decisions } from './decisions.ts';
import { describeSeconds } from './describe-publication.ts';
import { DefinitionDiff } from './definition-diff.tsx';
import { jsonRoute, PlaceOfProblem } from './problem-place.tsx';
import type { ReviewGroup, ReviewRow, Verdict } from './review-model.ts';
import { listChoices, ValueDecisionInput } from './value-decision.tsx';

const HUES: { readonly [verdict in Verdict]: PillHue } = { blocks: 'red', warns: 'amber', decided: 'green', none: 'gray' };

/** What the rows of a review share. */
export interface ReviewScope {
  readonly view: ChangeSetView;
  readonly plan: ChangeSetPlan;
  readonly decisions: Decisions;
  readonly onDecide: (decisions: Decisions) => void;
  /** Takes the change of an artifact out of the draft; undefined: it cannot be changed here. */
  readonly onTakeOut: ((change: ChangeView) => void) | undefined;
  readonly mode: 'words' | 'json';
  readonly nameOf: (artifact: string) => ArtifactName;
}

/** The changes of one artifact, in words or as JSON. */
export function ReviewGroupSection({ group, scope }: { readonly group: ReviewGroup; readonly scope: ReviewScope }) {
  const { view, mode, onTakeOut } = scope;
  const change = view.changes.find(({ kind, id }) => kind === group.kind && id === group.id);
  const name = group.kind === undefined ? t('studioReview.page.elsewhere') : group.name;
  return (
    <section className="sr-group" aria-label={name}>
      <header className="sr-group-head">
        <h2>{name}</h2>
        {group.kind !== undefined && <span className="sr-note">{t(`studioReview.kind.${group.kind}`)}</span>}
        <span className="sr-note">{t('studioReview.count', { count: group.rows.length })}</span>
        <span className="sr-group-actions">
          {change !== undefined && change.definition !== null && view.state === 'draft' && (
            <TextLink href={jsonRoute(change.kind, change.id)}>{t('studioReview.page.edit')}</TextLink>
          )}
          {change !== undefined && onTakeOut !== undefined && (
            <Button size="xs" variant="quiet" icon={Undo2} onClick={() => onTakeOut(change)}>
              {t('studioReview.page.takeOut')}
            </Button>
          )}
        </span>
      </header>
      {mode === 'json' && change !== undefined ? (
        <DefinitionDiff label={name} before={change.before} after={change.definition} />
      ) : (
        <ul className="sr-rows">
          {group.rows.map((row) => (
            <Row key={row.key} row={row} name={group.name} scope={scope} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Row({ row, name, scope }: { readonly row: ReviewRow; readonly name: string; readonly scope: ReviewScope }) {
  const { decisions, onDecide } = scope;
  return (
    <li className="sr-row" data-verdict={row.verdict}>
      <div className="sr-row-text">
        <p className="sr-row-title">{titleOf(row, name)}</p>
        {row.access.length > 0 && <ChangedRights changeSet={scope.view} access={row.access} label={t('studioAccess.rights')} />}
        <Notes problems={row.problems} icon="problem" scope={scope} />
        <Notes problems={row.warnings} icon="warning" scope={scope} />
        {conversionsOf(row, scope.plan).map((conversion) => (
          <ConversionNote key={conversion.id} conversion={conversion} />
        ))}
        {row.records.map((records) => (
          <Records key={`${valueKey(records)} ${records.reason}`} records={records} isOwn={row.difference !== undefined} scope={scope} />
        ))}
        {row.conflicts.map((conflict) => {
          const key = conflictKey(conflict);
          return (
            <ConflictChoice
              key={key}
              legend={t('studioReview.decide.conflictOf', { path: describePlace(conflict.artifact, conflict.path) })}
              before={conflict.before}
              sides={listSides(conflict)}
              chosen={decisions.conflicts[key]}
              onChoose={(side) => onDecide({ ...decisions, conflicts: { ...decisions.conflicts, [key]: side } })}
            />
          );
        })}
      </div>
      <StatusPill label={t(`studioReview.verdict.${row.verdict}`)} hue={HUES[row.verdict]} plain={row.verdict === 'none'} />
    </li>
  );
}

/** The conversions that a change of a type needs. */
function conversionsOf({ difference }: ReviewRow, { conversions }: ChangeSetPlan): readonly PlannedConversion[] {
  return conversions.filter(({ id }) => difference?.path === `/fields/${id}/inputType`);
}

function ConversionNote({ conversion: { count, examined, estimatedSeconds } }: { readonly conversion: PlannedConversion }) {
  return (
    <p className="sr-note">
      {t('studioReview.conversion.planned', { count, shown: formatCount(count) })}
      {count > 0 && ` ${describeSeconds(estimatedSeconds)}.`}
      {examined < count && ` ${t('studioReview.conversion.examined', { count: formatCount(examined) })}`}
    </p>
  );
}

function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

function titleOf({ difference, action }: ReviewRow, name: string): ReactNode {
  if (difference !== undefined) return difference.text;
  if (action === 'changed') return t('studioReview.page.further');
  return t(action === 'added' ? 'studioReview.page.added' : 'studioReview.page.removed', { name });
}

interface NotesProps {
  readonly problems: ReviewRow['problems'];
  readonly icon: 'problem' | 'warning';
  readonly scope: ReviewScope;
}

function Notes({ problems, icon, scope: { nameOf } }: NotesProps) {
  return problems.map((problem) => (
    <p key={`${problem.file} ${problem.path} ${problem.cause}`} className={`sr-cause sr-${icon}`}>
      <Icon of={icon === 'problem' ? CircleX : TriangleAlert} />
      <span>
        {problem.cause} <PlaceOfProblem problem={problem} nameOf={nameOf} />
      </span>
    </p>
  ));
}

interface RecordsProps {
  readonly records: PlannedRecords;
  /** The row is about the field: it needs no name. */
  readonly isOwn: boolean;
  readonly scope: ReviewScope;
}

function describeReason(reason: PlannedRecords['reason'], value: string | null, count: number, isDecided: boolean): string {
  if (reason !== 'type' || !isDecided) return t(`studioReview.records.${reason}`, { count });
  return value === null ? t('studioReview.conversion.unfit', { count }) : t('studioReview.conversion.unfitText', { count, value });
}

function Records({ records, isOwn, scope: { view, plan, decisions, onDecide } }: RecordsProps) {
  const { module, field, reason, value, count, examined, examples, choices } = records;
  const place = isOwn || field === null ? '' : t('studioReview.records.of', { field, module });
  return (
    <>
      <p className="sr-note">
        {place}
        {describeReason(reason, value, count, choices.length > 0)}
        {examined !== undefined && t('studioReview.records.ruleExamined', { count: formatCount(examined) })}
        {examples.length > 0 && <> {t('studioReview.records.examples')} </>}
        {examples.map(({ _id, name, value: shown }, index) => (
          <span key={_id}>
            {index > 0 && ', '}
            <TextLink href={recordRoute(module, _id)}>{name}</TextLink>
            {shown !== undefined && value === null && ` (${shown})`}
          </span>
        ))}
      </p>
      {choices.length > 0 && (
        <ValueDecisionInput
          records={records}
          options={listChoices(records, view.changes, plan)}
          decision={decisions.values[valueKey(records)]}
          onDecide={(decision) => onDecide(decideValues(decisions, plan.records, records, decision))}
        />
      )}
    </>
  );
}
