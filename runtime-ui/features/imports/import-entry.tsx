import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { ImportView } from '#engine/model/wire';
import { deleteImport } from '../../client/index.ts';
import { formatFullInstant, formatInstantInText } from '../../fields/values/index.ts';
import { ConfirmDialog, IconButton, StatusPill, t, TextLink } from '../../kit/index.ts';
import { formatCount, isStarted, STATE_HUES } from './describe-import.ts';
import { forgetImport } from './import-queries.ts';
import { useAction } from '../../views/index.ts';

/** What an import did or would do, in a few words. */
function describeCounts({ rows, progress, state, summary, ...view }: ImportView): string {
  const all = t('imports.list.rows', { count: rows });
  if (!isStarted({ state, ...view })) return summary === null ? all : `${all} · ${t('imports.list.problems', { count: summary.problem })}`;
  const parts = [
    ...(progress.done < progress.total
      ? [t('imports.run.progress', { done: formatCount(progress.done), total: formatCount(progress.total) })]
      : []),
    t('imports.list.created', { count: progress.created }),
    t('imports.list.updated', { count: progress.updated }),
    ...(progress.refused > 0 ? [t('imports.list.refused', { count: progress.refused })] : []),
  ];
  return parts.join(' · ');
}

interface ImportEntryProps {
  readonly view: ImportView;
  /** Name of the module for people. */
  readonly module: string;
  /** Whose import it is; undefined: the user's own. */
  readonly user: string | undefined;
  readonly href: string;
}

/** One import in the list: its file, what it did, when and by whom. */
export function ImportEntry({ view, module, user, href }: ImportEntryProps) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { isBusy, run } = useAction({ onEnd: () => setAsking(false) });
  const { _id, state, file, createdAt } = view;
  const facts = [module, describeCounts(view), formatInstantInText(createdAt), ...(user === undefined ? [] : [user])];
  const remove = () =>
    run(async () => {
      await deleteImport(_id);
      await forgetImport(client, _id);
    });
  return (
    <li className="iw-entry">
      <div className="iw-grow">
        <p className="iw-entry-name">
          <TextLink href={href} look="name">
            {file.name}
          </TextLink>{' '}
          <StatusPill label={t(`imports.states.${state}`)} hue={STATE_HUES[state]} />
        </p>
        <p className="iw-note" title={formatFullInstant(createdAt)}>
          {facts.join(' · ')}
        </p>
      </div>
      {state !== 'running' && state !== 'checking' && (
        <IconButton icon={Trash2} label={t('imports.list.remove', { file: file.name })} onClick={() => setAsking(true)} />
      )}
      {isAsking && (
        <ConfirmDialog
          opened
          danger
          busy={isBusy}
          title={t('imports.list.removeTitle', { file: file.name })}
          text={t(isStarted(view) ? 'imports.list.removeText' : 'imports.discard.text')}
          confirmLabel={t('imports.list.removeConfirm')}
          onConfirm={remove}
          onCancel={() => setAsking(false)}
        />
      )}
    </li>
  );
}
