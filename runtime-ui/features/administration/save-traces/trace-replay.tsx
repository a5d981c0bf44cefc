import type { SaveReplayView } from '#engine/model/wire';
import { Card, t } from '../../../kit/index.ts';
import { TraceSteps } from './trace-steps.tsx';

function Differences({ differences }: Pick<SaveReplayView, 'differences'>) {
  if (differences.length === 0) return <p>{t('saveTraces.replay.same')}</p>;
  return (
    <>
      <p>{t('saveTraces.replay.differences', { count: differences.length })}</p>
      <table className="ma-trace-fields">
        <thead>
          <tr>
            {(['what', 'then', 'now'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`saveTraces.replay.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {differences.map(({ kind, step, field, before, after }, index) => (
            <tr key={index}>
              <th scope="row">
                {field === '' ? t(`saveTraces.replay.kind.${kind}`) : field}
                {step !== '' && <span className="ma-step-kind">{step}</span>}
              </th>
              <td>{before ?? t('saveTraces.replay.nothing')}</td>
              <td>{after ?? t('saveTraces.replay.nothing')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** What the same save does with the plugins and workflows of now, beside what it did. */
export function TraceReplay({ replay: { differences, replayed } }: { readonly replay: SaveReplayView }) {
  return (
    <Card title={t('saveTraces.replay.title')} note={t('saveTraces.replay.help')}>
      <Differences differences={differences} />
      <h3 className="ma-trace-steps-title">{t('saveTraces.replay.steps')}</h3>
      <TraceSteps trace={replayed} />
    </Card>
  );
}
