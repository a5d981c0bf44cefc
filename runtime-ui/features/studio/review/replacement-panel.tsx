import { Progress } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Play, X } from 'lucide-react';
import type { ReplacementTask, ReplacementView } from '#engine/model/wire';
import { dismissReplacement, queryKeys, recordRoute, retryReplacement } from '../../../client/index.ts';
import { Button, showNotice, t, TextLink } from '../../../kit/index.ts';
import { useAction } from '../../../views/index.ts';

interface ReplacementPanelProps {
  /** Id of the change-set. */
  readonly id: string;
  readonly replacement: ReplacementView;
}

/** The values of what a change-set removed: how far the job is, and the records that keep them because a rule refuses the change. */
export function ReplacementPanel({ id, replacement: { state, tasks } }: ReplacementPanelProps) {
  return (
    <section className="sr-conversion" aria-label={t('studioReview.replacement.label')}>
      <h2 role="status">{t(`studioReview.replacement.state.${state}`)}</h2>
      <p className="sr-note">{t(`studioReview.replacement.help.${state}`)}</p>
      {tasks.map((task) => (
        <TaskProgress key={task._id} task={task} />
      ))}
      {state === 'refused' && <Actions id={id} />}
    </section>
  );
}

const formatCount = (count: number): string => count.toLocaleString('en-US');

function nameTask({ moduleLabel: module, field, value, to }: ReplacementTask): string {
  if (field === null) return t('studioReview.replacement.ofModule', { module });
  const parts = { module, field, value: value ?? '' };
  return to === null ? t('studioReview.replacement.cleared', parts) : t('studioReview.replacement.moved', { ...parts, to });
}

function TaskProgress({ task }: { readonly task: ReplacementTask }) {
  const { state, records, done, refused } = task;
  const name = nameTask(task);
  const progress = t('studioReview.replacement.progress', { done: formatCount(done), total: formatCount(records) });
  return (
    <div className="sr-conversion-field">
      <p>
        {name} <span className="sr-note">{progress}</span>
      </p>
      {state === 'running' && (
        <Progress value={records === 0 ? 0 : Math.min(100, (100 * done) / records)} aria-label={`${name}: ${progress}`} />
      )}
      {refused > 0 && <RefusedRecords task={task} />}
    </div>
  );
}

function RefusedRecords({ task: { module, refused, examples } }: { readonly task: ReplacementTask }) {
  return (
    <div className="sr-cause">
      <div>
        <p>{t('studioReview.replacement.refused', { count: refused })}</p>
        <ul className="sr-refused">
          {examples.map(({ _id, name, reason }) => (
            <li key={_id}>
              <TextLink href={recordRoute(module, _id)}>{name}</TextLink>: {reason}
            </li>
          ))}
        </ul>
        {refused > examples.length && examples.length > 0 && (
          <p className="sr-note">{t('studioReview.replacement.more', { count: refused - examples.length })}</p>
        )}
      </div>
    </div>
  );
}

function Actions({ id }: Pick<ReplacementPanelProps, 'id'>) {
  const queries = useQueryClient();
  const action = useAction({ onEnd: () => void queries.invalidateQueries({ queryKey: queryKeys.changeSets() }) });
  const run = (request: () => Promise<void>, done: string) =>
    action.run(async () => {
      await request();
      showNotice({ kind: 'ok', text: done });
    });
  const retry = () => run(() => retryReplacement(id), t('studioReview.replacement.retried'));
  return (
    <div className="sr-conversion-actions">
      <Button icon={Play} variant="primary" loading={action.isBusy} onClick={retry}>
        {t('studioReview.replacement.retry')}
      </Button>
      <Button icon={X} disabled={action.isBusy} onClick={() => run(() => dismissReplacement(id), t('studioReview.replacement.dismissed'))}>
        {t('studioReview.replacement.dismiss')}
      </Button>
    </div>
  );
}
