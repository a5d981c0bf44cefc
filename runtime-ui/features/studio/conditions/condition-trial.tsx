import { CircleCheck, CircleX } from 'lucide-react';
import { useMemo } from 'react';
import type { FieldDefinition, ModuleDefinition } from '#engine/model/definitions';
import { toText } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import type { RecordData } from '../../../client/index.ts';
import { formatValue } from '../../../fields/values/index.ts';
import { isObject } from '../../../headless/index.ts';
import { Icon, t } from '../../../kit/index.ts';
import { TriedRecordInput, useTriedRecord } from '../fields/tried-record.tsx';
import { useFieldDefinitions, usePublishedView } from '../fields/use-published-view.ts';
import { toConditionFilter } from './condition-filter.ts';
import { WITHOUT_OPERAND } from './condition-tree.ts';
import { describeTest, type ConditionLabels } from './describe-condition.ts';
import { explainCondition, type ConditionResult, type ExplainedPart } from './explain-condition.ts';
import { MatchCount } from './match-count.tsx';
import { readCondition } from './read-condition.ts';
import { createFilterSubjects, findPublished, toTrialData, type TrialRule } from './trial-rules.ts';
import { useConditionLabels } from './use-condition-labels.ts';
import type { FindSubject } from './write-condition.ts';
import './trial.css';

interface ConditionTrialProps {
  /** As the draft has it. */
  readonly module: ModuleDefinition;
  readonly rules: readonly TrialRule[];
}

/** What rules give for a saved record that can be chosen, which of their parts decide, and how many records each is true for. */
export function ConditionTrial({ module, rules }: ConditionTrialProps) {
  const view = usePublishedView(module.id);
  if (rules.length === 0) return null;
  return (
    <section className="sf-trial" aria-label={t('studioFields.trial.title')}>
      <h3 className="sf-heading">{t('studioFields.trial.title')}</h3>
      {view === undefined ? (
        <p className="sf-note">{t('studioFields.trial.unpublished')}</p>
      ) : (
        <Trial module={module} rules={rules} view={view} />
      )}
    </section>
  );
}

function Trial({ module, rules, view }: ConditionTrialProps & { readonly view: ModuleView }) {
  const tried = useTriedRecord(view);
  const { record, error } = tried;
  return (
    <>
      {record === null ? (
        <p className="sf-note">{t('studioFields.formula.previewEmpty', { name: module.label })}</p>
      ) : (
        <TriedRecordInput module={module} view={view} tried={tried} />
      )}
      {error !== undefined && <p className="sf-problem">{error.message}</p>}
      <ul className="sf-trial-rules">
        {rules.map((rule) => (
          <RuleTrial key={rule.id} rule={rule} module={module} view={view} record={record ?? undefined} />
        ))}
      </ul>
      <p className="sf-words">{t('studioFields.trial.note')}</p>
    </>
  );
}

interface RuleTrialProps {
  readonly rule: TrialRule;
  readonly module: ModuleDefinition;
  readonly view: ModuleView;
  readonly record: RecordData | undefined;
}

function RuleTrial({ rule, module, view, record }: RuleTrialProps) {
  const { condition, name, field } = rule;
  const fields = useFieldDefinitions(module);
  const labels = useConditionLabels(module, condition);
  const { subjects } = labels;
  const find = useMemo<FindSubject>(() => (subject) => subjects.find((one) => one.name === subject), [subjects]);
  const tree = useMemo(() => readCondition(condition, find), [condition, find]);
  const result = record && explainCondition(tree, find, toTrialData(view, fields, record));
  const filter = toConditionFilter(tree, createFilterSubjects(view, fields, subjects));
  const required = name === 'requiredWhen' && field !== undefined ? findPublished(view, fields, field.fieldName) : undefined;
  return (
    <li>
      {result !== undefined && record !== undefined && (
        <Result rule={rule} result={result} describe={(part) => describePart(part, labels, { view, fields, record })} />
      )}
      {typeof filter === 'string' && (
        <p className="sf-words">{t('studioFields.trial.notCounted', { reason: t(`studioFields.trial.obstacle.${filter}`) })}</p>
      )}
      {typeof filter === 'object' && (
        <MatchCount view={view} name={name} filter={filter} required={required?.filterable === true ? required.fieldName : undefined} />
      )}
    </li>
  );
}

interface ResultProps {
  readonly rule: TrialRule;
  readonly result: ConditionResult;
  readonly describe: (part: ExplainedPart) => string;
}

/** The result, with the parts that decide. */
function Result({ rule: { name, number }, result: { holds, deciding, met, total }, describe }: ResultProps) {
  return (
    <>
      <p className="sf-trial-result" data-holds={holds} data-broken={(name === 'validations' && !holds) || undefined}>
        <Icon of={holds ? CircleCheck : CircleX} />
        <strong>{t(`studioFields.trial.results.${name}.${holds ? 'yes' : 'no'}`, { number })}</strong>
        <span className="ms-muted">{t('studioFields.trial.met', { met, count: total })}</span>
      </p>
      <ul className="sf-trial-parts" aria-label={t('studioFields.trial.because')}>
        {deciding.map((part) => (
          <li key={part.item.id} data-holds={part.holds}>
            {describe(part)}
          </li>
        ))}
      </ul>
    </>
  );
}

interface TriedValues {
  readonly view: ModuleView;
  readonly fields: readonly FieldDefinition[];
  readonly record: RecordData;
}

/** "Hours is over 40: no, now 12". */
function describePart({ item, holds }: ExplainedPart, labels: ConditionLabels, values: TriedValues): string {
  const condition = item.kind === 'json' ? t('studioFields.trial.jsonPart') : describeTest(item, labels);
  const value = item.kind === 'json' || WITHOUT_OPERAND.has(item.operator) ? undefined : readValue(item.subject, values);
  const outcome = t(holds ? 'studioFields.trial.true' : 'studioFields.trial.false', { condition });
  return value === undefined ? outcome : t('studioFields.trial.now', { outcome, value });
}

/** The value that a test reads; undefined: it is not of the record, or not published. */
function readValue(subject: string, { view, fields, record }: TriedValues): string | undefined {
  const [source, name = '', part] = subject.split('.');
  const field = source === 'record' ? findPublished(view, fields, name) : undefined;
  if (field === undefined) return undefined;
  const value = record[field.fieldName];
  const text = part === undefined ? formatValue(view, field, value) : isObject(value) ? toText(value[part]) : '';
  return text === '' ? t('studioFields.trial.empty') : text;
}
