import { useState } from 'react';
import { toText } from '#engine/model';
import {
  Button,
  callApi,
  Dialog,
  EmptyState,
  ErrorState,
  formatRelativeTime,
  getErrorMessage,
  isAllowed,
  showNotice,
  SkeletonRows,
  updateRecord,
  useAction,
  useModuleQuery,
  useNamesById,
  useUserId,
  type SlotProps,
} from '#ui';
import { tMessages } from '../texts.ts';
import {
  compareLines,
  findDifferences,
  listVersions,
  type HistoryEntry,
  type TemplateValues,
  type TemplateVersion,
} from './list-versions.ts';
import { readLines } from './editor-html.ts';
import '../messages.css';

/** Entries of the history that are read: older versions are in the history of the record. */
const MOST_ENTRIES = 1_000;

async function readHistory(module: string, record: string): Promise<readonly HistoryEntry[]> {
  const path = `/api/audit-log/get-record-changes-by-module/${encodeURIComponent(module)}/${encodeURIComponent(record)}`;
  const { data } = await callApi<{ readonly data: readonly HistoryEntry[] }>('GET', path, { query: { pageSize: MOST_ENTRIES } });
  return data;
}

/** What people read of a template, line by line. */
function listLines(content: TemplateValues): readonly string[] {
  const html = content['content_type'] === 'Plain text' ? '' : toText(content['body_html']);
  return [toText(content['subject']), ...toText(content['body']).split('\n'), ...readLines(html)].filter((line) => line !== '');
}

interface VersionDialogProps extends SlotProps<'record'> {
  readonly version: TemplateVersion;
  readonly author: string;
  readonly close: () => void;
}

/** A version compared with the template of now; restoring it is a save, and makes another version. */
function VersionDialog({ module, record, reload, version, author, close }: VersionDialogProps) {
  const userId = useUserId();
  const [problem, setProblem] = useState('');
  const { isBusy, run } = useAction({ onError: (error) => setProblem(getErrorMessage(error)) });
  const fields = findDifferences(record, version);
  const restore = () =>
    run(async () => {
      await updateRecord(module.path, record._id, { ...fields, _version: record._version });
      showNotice({ kind: 'ok', text: tMessages('restored') });
      reload();
      close();
    });
  const isRestorable = Object.keys(fields).length > 0 && isAllowed(module, 'edit', record, userId);
  return (
    <Dialog
      opened
      title={tMessages('versionOf', { time: formatRelativeTime(version.at) })}
      subtitle={author}
      onCancel={close}
      dirty={false}
      actions={
        <>
          <Button onClick={close}>{tMessages('close')}</Button>
          {isRestorable && (
            <Button variant="primary" loading={isBusy} onClick={restore}>
              {tMessages('restore')}
            </Button>
          )}
        </>
      }
    >
      <p className="mg-counter">{tMessages('compareHelp')}</p>
      <div className="mg-compare">
        {compareLines(listLines(version.content), listLines(record)).map(({ text, change }, index) => {
          const Line = change === 'same' ? 'p' : change === 'added' ? 'ins' : 'del';
          return <Line key={index}>{text}</Line>;
        })}
      </div>
      {problem !== '' && <p role="alert">{problem}</p>}
    </Dialog>
  );
}

/** The versions of a template, from the history of its record. */
export function VersionsPanel(props: SlotProps<'record'>) {
  const { module, record } = props;
  const [opened, setOpened] = useState<TemplateVersion>();
  const history = useModuleQuery(module.name, { versionsOf: record._id }, () => readHistory(module.name, record._id));
  const versions = listVersions(record, history.data ?? []);
  const { names } = useNamesById(
    'users',
    versions.flatMap(({ author }) => author ?? []),
  );
  const nameOf = ({ author }: TemplateVersion) =>
    author === undefined ? tMessages('system') : (names.get(author) ?? tMessages('someone'));
  if (history.error !== null) return <ErrorState compact text={history.error.message} onRetry={() => void history.refetch()} />;
  if (history.data === undefined) return <SkeletonRows rows={4} height={44} columns={1} />;
  if (versions.length === 0) return <EmptyState compact title={tMessages('noVersions')} />;
  return (
    <>
      <ol className="mg-messages" aria-label={tMessages('versions')}>
        {versions.map((version, index) => (
          <li key={version.save} className="mg-message">
            <span className="mg-message-text">
              <span>{nameOf(version)}</span>
              <span className="mg-message-note">
                {formatRelativeTime(version.at)}
                {index === 0 && ` · ${tMessages('current')}`}
              </span>
            </span>
            {index > 0 && <Button onClick={() => setOpened(version)}>{tMessages('compare')}</Button>}
          </li>
        ))}
      </ol>
      {opened !== undefined && <VersionDialog {...props} version={opened} author={nameOf(opened)} close={() => setOpened(undefined)} />}
    </>
  );
}
