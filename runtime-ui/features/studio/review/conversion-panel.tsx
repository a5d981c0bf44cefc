import { Progress } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { CirclePause, Play, Trash2, X } from 'lucide-react';
import type { ChangeSetView, ConversionView, ConvertedFieldView } from '#engine/model/wire';
import { cancelConversion, queryKeys, recordRoute, resumeConversion, stopConversion } from '../../../client/index.ts';
import { Button, showNotice, t, TextLink } from '../../../kit/index.ts';
import { useAction } from '../../../views/index.ts';

interface ConversionPanelProps {
  readonly view: ChangeSetView;
  readonly conversion: ConversionView;
}

/** The conversion of the values of a change-set: how far it is, what it waits for, and how it is stopped, resumed or cancelled. */
export function ConversionPanel({ view, conversion }: ConversionPanelProps) {
  const { state, fields, problem } = conversion;
  return (
    <section className="sr-conversion" aria-label={t('studioReview.conversion.label')}>
      <h2 role="status">{t(`studioReview.conversion.state.${state}`)}</h2>
      <p className="sr-note">{t(`studioReview.conversion.help.${state}`)}</p>
      {fields.map((field) => (
        <FieldProgress key={`${field.module} ${field.id}`} field={field} isDone={state === 'done'} />
      ))}
      {problem !== null && (
        <div className="sr-cause sr-problem" role="alert">
          <p>{problem.text}</p>
          {problem.details.map((detail) => (
            <p key={detail}>{detail}</p>
          ))}
        </div>
      )}
      {state !== 'done' && <Actions view={view} conversion={conversion} />}
    </section>
  );
}

const formatCount = (count: number): string => count.toLocaleString('en-US');

function FieldProgress({ field, isDone }: { readonly field: ConvertedFieldView; readonly isDone: boolean }) {
  const { module, label, from, to, records, done, failed, examples } = field;
  const name = t('studioReview.conversion.of', {
    field: label,
    module,
    from: t(`studioFields.types.${from}`),
    to: t(`studioFields.types.${to}`),
  });
  const progress = t('studioReview.conversion.progress', { done: formatCount(done), total: formatCount(records) });
  return (
    <div className="sr-conversion-field">
      <p>
        {name} <span className="sr-note">{progress}</span>
      </p>
      {!isDone && <Progress value={records === 0 ? 0 : (100 * done) / records} aria-label={`${name}: ${progress}`} />}
      {failed > 0 && (
        <p className="sr-cause">
          <span>
            {t('studioReview.conversion.unfit', { count: failed })} {t('studioReview.records.examples')}{' '}
            {examples.map(({ _id, name: record, value = '' }, index) => (
              <span key={_id}>
                {index > 0 && ', '}
                <TextLink href={recordRoute(module, _id)}>{record}</TextLink> ({value})
              </span>
            ))}
          </span>
        </p>
      )}
    </div>
  );
}

function Actions({ view: { _id }, conversion: { state, fields } }: ConversionPanelProps) {
  const queries = useQueryClient();
  const { isBusy, run: runAction } = useAction({ onEnd: () => void queries.invalidateQueries({ queryKey: queryKeys.changeSets() }) });
  const run = (request: () => Promise<unknown>, done?: string) =>
    runAction(async () => {
      await request();
      if (done !== undefined) showNotice({ kind: 'ok', text: done });
    });
  const failing = fields.filter(({ failed }) => failed > 0);
  const clear = Object.fromEntries(failing.map(({ id }) => [id, 'clear' as const]));
  return (
    <div className="sr-conversion-actions">
      {state === 'running' && (
        <Button icon={CirclePause} loading={isBusy} onClick={() => run(() => stopConversion(_id))}>
          {t('studioReview.conversion.stop')}
        </Button>
      )}
      {state !== 'running' && (
        <Button icon={Play} variant="primary" loading={isBusy} onClick={() => run(() => resumeConversion(_id))}>
          {t(state === 'blocked' ? 'studioReview.conversion.again' : 'studioReview.conversion.resume')}
        </Button>
      )}
      {state === 'blocked' && failing.length > 0 && (
        <Button icon={Trash2} variant="danger-quiet" disabled={isBusy} onClick={() => run(() => resumeConversion(_id, clear))}>
          {t('studioReview.conversion.clear')}
        </Button>
      )}
      <Button icon={X} disabled={isBusy} onClick={() => run(() => cancelConversion(_id), t('studioReview.conversion.cancelled'))}>
        {t('studioReview.conversion.cancel')}
      </Button>
    </div>
  );
}
