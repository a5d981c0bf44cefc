import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, Trash2, X } from 'lucide-react';
import { formatBytes, toWords } from '#engine/model/values';
import type { ExportJobState, ExportJobView } from '#engine/model/wire';
import {
  cancelExport,
  deleteExport,
  downloadExport,
  getExportJobs,
  routePrefix,
  useSession,
  type ApiError,
  type PageResponse,
} from '../../client/index.ts';
import { formatFullInstant, formatInstantInText } from '../../fields/values/index.ts';
import { useModuleSummaries } from '../../headless/index.ts';
import { Button, ButtonLink, IconButton, PageHeader, StatusPill, t, usePageTitle, type PillHue } from '../../kit/index.ts';
import { ProgressBar, useAction } from '../../views/index.ts';
import { formatCount } from './describe-import.ts';
import { PagedList } from './paged-list.tsx';
import './imports.css';

/** Milliseconds between two reads of the list while an export is not ready. */
const POLL = 1_500;

const HUES: { readonly [state in ExportJobState]: PillHue } = {
  waiting: 'gray',
  running: 'blue',
  done: 'green',
  cancelled: 'gray',
  failed: 'red',
};

const KEY = ['exports'] as const;
const isOpen = ({ state }: ExportJobView): boolean => state === 'waiting' || state === 'running';

/** `/app/exports`: the user's exports in the background, with their files. */
export function ExportsPage() {
  const user = useSession((session) => session.user);
  const mayImport = useModuleSummaries().some(({ rights }) => rights.create);
  usePageTitle(t('exports.list.title'));
  return (
    <div className="iw-page">
      <PageHeader
        title={t('exports.list.title')}
        actions={mayImport && <ButtonLink href={`${routePrefix(user)}/imports`}>{t('exports.list.imports')}</ButtonLink>}
      />
      <div className="iw-body">
        <p className="iw-note">{t('exports.list.help')}</p>
        <List />
      </div>
    </div>
  );
}

function useExports(page: number) {
  return useQuery<PageResponse<ExportJobView>, ApiError>({
    queryKey: [...KEY, page],
    queryFn: ({ signal }) => getExportJobs(page, signal),
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(isOpen) === true ? POLL : false),
  });
}

function List() {
  return (
    <PagedList usePage={useExports} failed={t('exports.list.failed')} none={t('exports.list.none')} noneHelp={t('exports.list.noneHelp')}>
      {(views) => views.map((view) => <Entry key={view._id} view={view} />)}
    </PagedList>
  );
}

function describe({ state, progress: { done, total }, size, expiresAt, problem }: ExportJobView): readonly string[] {
  if (problem !== null) return [problem.text];
  if (state === 'running' && total !== null) return [t('exports.list.written', { done: formatCount(done), total: formatCount(total) })];
  if (state !== 'done') return [];
  return [
    t('exports.list.records', { count: done }),
    ...(size === null ? [] : [formatBytes(size)]),
    t('exports.list.until', { time: formatInstantInText(expiresAt) }),
  ];
}

/** One export: its file, how far it is, until when it can be downloaded. */
function Entry({ view }: { readonly view: ExportJobView }) {
  const client = useQueryClient();
  const modules = useModuleSummaries();
  const { isBusy, run } = useAction({ onEnd: () => void client.invalidateQueries({ queryKey: KEY }) });
  const { _id, module, state, filename, progress, createdAt } = view;
  const label = modules.find(({ name }) => name === module)?.label ?? toWords(module);
  return (
    <li className="iw-entry iw-export">
      <div className="iw-grow">
        <p className="iw-entry-name">
          <span>{filename}</span> <StatusPill label={t(`exports.states.${state}`)} hue={HUES[state]} />
        </p>
        <p className="iw-note" title={formatFullInstant(createdAt)}>
          {[label, formatInstantInText(createdAt), ...describe(view)].join(' · ')}
        </p>
        {state === 'running' && progress.total !== null && (
          <ProgressBar label={t('exports.list.progress', { file: filename })} done={progress.done} total={progress.total} />
        )}
      </div>
      {state === 'done' && (
        <Button
          size="sm"
          icon={Download}
          loading={isBusy}
          aria-label={t('exports.list.downloadFile', { file: filename })}
          onClick={() => run(() => downloadExport(_id))}
        >
          {t('exports.list.download')}
        </Button>
      )}
      {isOpen(view) ? (
        <Button
          size="sm"
          icon={X}
          loading={isBusy}
          aria-label={t('exports.list.cancelFile', { file: filename })}
          onClick={() => run(() => cancelExport(_id))}
        >
          {t('exports.list.cancel')}
        </Button>
      ) : (
        <IconButton icon={Trash2} label={t('exports.list.remove', { file: filename })} onClick={() => run(() => deleteExport(_id))} />
      )}
    </li>
  );
}
