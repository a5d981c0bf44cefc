import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ModuleView } from '#engine/model';
import { moduleRoute, recordRoute, useSession } from '../../client/index.ts';
import { isAllowed, recordName, useNoteSeen, useRecord, useUserId, type RecordValues } from '../../headless/index.ts';
import { ButtonLink, EmptyState, ErrorState, inSentence, LoadingProgress, SkeletonRows, t, Tabs, useBreakpoint } from '../../kit/index.ts';
import { ConfirmDelete } from '../dialogs/confirm-delete.tsx';
import { ModuleLoader } from '../module-loader.tsx';
import { useKeys } from '../use-keys.ts';
import { RecordHeader } from './record-header.tsx';
import { RecordSections } from './record-sections.tsx';
import { SidePane, useSideTabs } from './side-pane.tsx';
import '../styles/record.css';
import '../styles/views.css';

interface LoadedProps {
  readonly module: ModuleView;
  readonly record: RecordValues & { readonly _id: string };
  readonly onReload: () => void;
}

/** On a phone the fields are one tab among those of the side pane. */
function PhoneBody({ module, record, onReload }: LoadedProps) {
  const tabs = useSideTabs(module);
  const [tab, setTab] = useState('details');
  const items = [{ id: 'details', label: t('views.record.details') }, ...tabs.map(({ id, label }) => ({ id, label }))];
  return (
    <div className="mv-record-phone">
      <Tabs label={t('views.record.side')} items={items} selected={tab} onSelect={setTab}>
        {tab === 'details' ? <RecordSections module={module} record={record} /> : tabs.find((one) => one.id === tab)?.render(record, onReload)}
      </Tabs>
    </div>
  );
}

function LoadedRecord({ module, record, onReload }: LoadedProps) {
  const navigate = useNavigate();
  const user = useSession((session) => session.user);
  const isPhone = useBreakpoint() === 'phone';
  const [isDeleting, setDeleting] = useState(false);
  useNoteSeen(module.name, record._id);
  const canEdit = isAllowed(module, 'edit', record, useUserId());
  const edit = useCallback(() => void navigate(`${recordRoute(module.name, record._id, user)}/edit`), [navigate, module.name, record._id, user]);
  useKeys({ e: canEdit ? edit : undefined });
  return (
    <div className="mv-page mv-record">
      <RecordHeader module={module} record={record} onReload={onReload} onDelete={() => setDeleting(true)} />
      {isPhone ? <PhoneBody module={module} record={record} onReload={onReload} /> : (
        <div className="mv-record-body">
          <div className="mv-record-fields"><RecordSections module={module} record={record} /></div>
          <SidePane module={module} record={record} onReload={onReload} />
        </div>
      )}
      {isDeleting && (
        <ConfirmDelete
          module={module} ids={[record._id]} name={recordName(module, record)} onCancel={() => setDeleting(false)}
          onDone={(deleted) => { setDeleting(false); if (deleted.length > 0) void navigate(moduleRoute(module.name, user)); }}
        />
      )}
    </div>
  );
}

function RecordScreen({ module, recordId }: { readonly module: ModuleView; readonly recordId: string }) {
  const { data, error, refetch } = useRecord(module, recordId);
  const user = useSession((session) => session.user);
  const reload = useCallback(() => void refetch(), [refetch]);
  if (error?.status === 404) return <EmptyState title={t('views.record.notFound')} help={t('views.record.notFoundHelp')} actions={<ButtonLink variant="primary" href={moduleRoute(module.name, user)}>{t('views.record.backToList', { module: inSentence(module.label) })}</ButtonLink>} />;
  if (error && data === undefined) return <ErrorState title={t('views.record.failed')} text={error.message} code={error.code} onRetry={reload} />;
  if (data?._id === undefined) {
    return (
      <div className="mv-page">
        <LoadingProgress active onRetry={reload} />
        <div className="mv-record-head" />
        <div className="mv-record-fields"><SkeletonRows rows={12} height={32} columns={2} /></div>
      </div>
    );
  }
  return <LoadedRecord module={module} record={data as RecordValues & { readonly _id: string }} onReload={reload} />;
}

/** One record of any module. */
export function RecordView({ moduleName, recordId }: { readonly moduleName: string; readonly recordId: string }) {
  return <ModuleLoader moduleName={moduleName}>{(module) => <RecordScreen key={recordId} module={module} recordId={recordId} />}</ModuleLoader>;
}
