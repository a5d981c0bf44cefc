import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { SaveReplayView, SaveTraceView } from '#engine/model/wire';
import { deleteSaveTrace, getSaveTrace, queryKeys, recordRoute, replaySave, useShell, type ApiError } from '../../../client/index.ts';
import { formatFullInstant } from '../../../fields/values/index.ts';
import {
  Button,
  Card,
  EmptyState,
  ErrorState,
  Icon,
  LoadingProgress,
  PageHeader,
  StatusPill,
  t,
  TextLink,
  usePageTitle,
} from '../../../kit/index.ts';
import { useAction } from '../../../views/index.ts';
import { Facts } from '../facts.tsx';
import { useAdminAction } from '../use-admin-action.ts';
import { formatMilliseconds, formatTracedSave, formatTracedUser, OUTCOME_HUES, TRACES_ROUTE } from './trace-format.ts';
import { TraceReplay } from './trace-replay.tsx';
import { TraceSteps } from './trace-steps.tsx';
import '../entries.css';
import './save-traces.css';

function Head({ trace }: { readonly trace: SaveTraceView }) {
  const { at, outcome, error, milliseconds, queryCount, module, record, kind } = trace;
  const facts: readonly (readonly [string, string])[] = [
    [t('saveTraces.detail.when'), formatFullInstant(at)],
    [t('saveTraces.detail.user'), formatTracedUser(trace)],
    [t('saveTraces.detail.duration'), formatMilliseconds(milliseconds)],
    [t('saveTraces.detail.queries'), queryCount.toLocaleString('en-US')],
    ...(error === null ? [] : ([[t('saveTraces.detail.error'), error.text]] as const)),
  ];
  // A record that was not created, or is removed, has no page.
  const hasRecord = kind !== 'remove' && (kind !== 'create' || outcome === 'saved');
  return (
    <Card>
      <p className="ma-trace-head">
        <StatusPill label={t(`saveTraces.outcome.${outcome}`)} hue={OUTCOME_HUES[outcome]} />
        {hasRecord && <TextLink href={recordRoute(module, record)}>{t('saveTraces.detail.openRecord')}</TextLink>}
      </p>
      <Facts facts={facts} />
    </Card>
  );
}

function TraceContent({ trace }: { readonly trace: SaveTraceView }) {
  const { data: shell } = useShell();
  const navigate = useNavigate();
  const [replay, setReplay] = useState<SaveReplayView | undefined>(undefined);
  const replaying = useAction();
  const removing = useAdminAction(queryKeys.allSaveTraces());
  const title = formatTracedSave(trace, shell);
  usePageTitle(title);
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <>
            <Button
              size="sm"
              icon={Trash2}
              loading={removing.isBusy}
              onClick={() =>
                removing.run(
                  () => deleteSaveTrace(trace._id),
                  t('saveTraces.detail.deleted'),
                  () => void navigate(TRACES_ROUTE),
                )
              }
            >
              {t('saveTraces.detail.delete')}
            </Button>
            <Button
              size="sm"
              variant="primary"
              icon={Play}
              disabled={!trace.canReplay}
              loading={replaying.isBusy}
              onClick={() => replaying.run(async () => setReplay(await replaySave(trace._id)))}
            >
              {t('saveTraces.detail.replay')}
            </Button>
          </>
        }
      />
      <div className="ms-page ma-page">
        <p className="ma-back">
          <Icon of={ArrowLeft} />
          <TextLink href={TRACES_ROUTE}>{t('saveTraces.all')}</TextLink>
        </p>
        {!trace.canReplay && <p className="ma-note">{t('saveTraces.detail.cannotReplay')}</p>}
        <Head trace={trace} />
        {replay !== undefined && <TraceReplay replay={replay} />}
        <Card title={t('saveTraces.steps.title')} note={t('saveTraces.steps.help')}>
          <TraceSteps trace={trace} />
        </Card>
      </div>
    </>
  );
}

/** `/admin/save-traces/{id}`: the steps of a traced save, and its replay with the plugins of now. */
export function SaveTracePage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery<SaveTraceView, ApiError>({
    queryKey: queryKeys.saveTrace(id),
    queryFn: ({ signal }) => getSaveTrace(id, signal),
  });
  if (error?.code === 'save_trace_not_found')
    return (
      <EmptyState
        title={t('saveTraces.unknown')}
        help={t('saveTraces.unknownHelp')}
        actions={<TextLink href={TRACES_ROUTE}>{t('saveTraces.all')}</TextLink>}
      />
    );
  if (error && data === undefined)
    return <ErrorState title={t('saveTraces.failed')} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  return data === undefined ? <LoadingProgress active /> : <TraceContent key={id} trace={data} />;
}
