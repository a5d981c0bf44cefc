import type { TraceResult, TraceStep } from '#engine/model/wire';
import { t } from '../../../kit/index.ts';
import { formatPlainValue } from '../plain-value.ts';
import { formatMilliseconds } from './trace-format.ts';

/** Shortest bar that can be seen, in percent. */
const SHORTEST = 0.6;
/** Pixels by which a step is indented in the one that contains it. */
const INDENT = 14;

function Fields({ fields }: Pick<TraceStep, 'fields'>) {
  return (
    <>
      <table className="ma-trace-fields">
        <thead>
          <tr>
            {(['field', 'before', 'after'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`saveTraces.steps.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fields.map(({ field, label, before, after }) => (
            <tr key={field}>
              <th scope="row">{label}</th>
              <td>{formatPlainValue(before)}</td>
              <td>{formatPlainValue(after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {fields.some(({ isCut }) => isCut) && <p className="ma-note">{t('saveTraces.steps.cut')}</p>}
    </>
  );
}

function Queries({ queries, queryCount }: Pick<TraceStep, 'queries' | 'queryCount'>) {
  return (
    <ul className="ma-trace-queries">
      {queries.map(({ kind, collection, milliseconds }, index) => (
        <li key={index}>
          {kind} <code>{collection}</code> <span className="ma-note">{formatMilliseconds(milliseconds)}</span>
        </li>
      ))}
      {queryCount > queries.length && <li>{t('saveTraces.steps.moreQueries', { count: queryCount - queries.length })}</li>}
    </ul>
  );
}

/** The name of a step with what it is, and when it took place. */
function StepLine({ step, whole }: { readonly step: TraceStep; readonly whole: number }) {
  const { kind, name, plugin, depth, start, milliseconds, error } = step;
  const left = Math.min((start / whole) * 100, 100 - SHORTEST);
  const width = Math.min(Math.max((milliseconds / whole) * 100, SHORTEST), 100 - left);
  return (
    <span className="ma-step-line">
      <span className="ma-step-name" style={{ paddingLeft: depth * INDENT }}>
        <span className={error === null ? undefined : 'ma-problem'}>{name}</span>
        <span className="ma-step-kind">
          {plugin === null ? t(`saveTraces.stepKind.${kind}`) : `${t(`saveTraces.stepKind.${kind}`)}, ${plugin}`}
        </span>
      </span>
      <span className="ma-step-time">{formatMilliseconds(milliseconds)}</span>
      <span className="ma-step-track" aria-hidden>
        <span className={`ma-step-bar ma-step-${kind}`} style={{ marginLeft: `${left}%`, width: `${width}%` }} />
      </span>
    </span>
  );
}

function Step({ step, whole }: { readonly step: TraceStep; readonly whole: number }) {
  const { name, fields, queries, queryCount, error, run } = step;
  const line = <StepLine step={step} whole={whole} />;
  if (fields.length === 0 && queryCount === 0 && error === null && run === null) return <li className="ma-step">{line}</li>;
  return (
    <li className="ma-step">
      <details>
        <summary aria-label={t('saveTraces.steps.details', { name })}>{line}</summary>
        <div className="ma-step-details">
          {error !== null && <p className="ma-problem">{error.text}</p>}
          {run !== null && <p className="ma-note">{t('saveTraces.steps.run', { run })}</p>}
          {fields.length > 0 && <Fields fields={fields} />}
          {queryCount > 0 && <Queries queries={queries} queryCount={queryCount} />}
        </div>
      </details>
    </li>
  );
}

/** The steps of a save in the order in which they began, each with its bar, the fields that it changed and its queries. */
export function TraceSteps({ trace: { steps, stepsLeftOut, milliseconds } }: { readonly trace: TraceResult }) {
  const whole = Math.max(milliseconds, ...steps.map(({ start, milliseconds: own }) => start + own), 0.001);
  return (
    <>
      <ol className="ma-steps">
        {steps.map((step, index) => (
          <Step key={index} step={step} whole={whole} />
        ))}
      </ol>
      {stepsLeftOut > 0 && <p className="ma-note">{t('saveTraces.steps.leftOut', { count: stepsLeftOut })}</p>}
    </>
  );
}
