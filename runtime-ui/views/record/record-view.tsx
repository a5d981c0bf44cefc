import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { lowercaseLabel } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import { findModule, moduleRoute, recordRoute, useSession, useShell } from '../../client/index.ts';
import { findRecordBody } from '../../extensions/index.ts';
import {
  isAllowed,
  recordName,
  useLogRecentlySeen,
  useBroadcastPresence,
  useRecord,
  useRecordModule,
  useUserId,
} from '../../headless/index.ts';
import type { EditedRecord } from '../../headless/inline/index.ts';
import {
  ButtonLink,
  createLazyComponent,
  EmptyState,
  ErrorState,
  LazyBoundary,
  Section,
  t,
  Tabs,
  useBreakpoint,
  usePageTitle,
} from '../../kit/index.ts';
import { ApprovalBanner } from '../approvals/approval-banner.tsx';
import { ConfirmDelete } from '../dialogs/confirm-delete.tsx';
import { ModuleLoader } from '../module-loader.tsx';
import { ModuleParts } from '../module-parts.tsx';
import { usePageShortcuts } from '../use-page-shortcuts.ts';
import { RecordPagerBar } from '../record-pager/record-pager-bar.tsx';
import { useRecordPager, type RecordPager } from '../record-pager/use-record-pager.ts';
import { EditableSections } from '../inline/editable-sections.tsx';
import { useCommunicationShortcuts } from './communication-bar.tsx';
import { HandIn } from './hand-in.tsx';
import { HistoryTab } from './history-tab.tsx';
import { RecordHeader } from './record-header.tsx';
import { RecordSkeleton } from './record-skeleton.tsx';
import { SidePane, useCountedTabs, useSideTabs } from './side-pane.tsx';
import { useSideTab } from './use-side-tab.ts';
import { EditingNote } from './presence.tsx';
import '../styles/record.css';
import '../styles/views.css';

const RoleAccess = createLazyComponent(async () => (await import('./role-access.tsx')).RoleAccess);

interface LoadedProps {
  readonly module: ModuleView;
  readonly record: EditedRecord;
  readonly onReload: () => void;
}

/** On a phone the fields are a tab next to those of the side pane. */
function PhoneBody({ module, record, onReload }: LoadedProps) {
  const tabs = useSideTabs(module);
  const [tab, setTab] = useSideTab(
    tabs.map(({ id }) => id),
    'details',
  );
  const { data: shell } = useShell();
  // The user who hands in a file sees below what happened to it, without another tab.
  const hasHistory = shell !== undefined && findModule(shell, module.name)?.workItems?.file !== undefined;
  const items = [{ id: 'details', label: t('views.record.details') }, ...useCountedTabs(module, record, tabs)];
  return (
    <div className="mv-record-phone">
      <Tabs label={t('views.record.side')} items={items} selected={tab} onSelect={setTab}>
        {tab === 'details' ? (
          <>
            <RecordSections module={module} record={record} onReload={onReload} />
            <ModuleParts place="recordSide" module={module.name} recordId={record._id} />
            {hasHistory && (
              <Section title={t('views.record.history')} headingLevel={2}>
                <HistoryTab module={module} record={record} />
              </Section>
            )}
          </>
        ) : (
          tabs.find((one) => one.id === tab)?.render(record, onReload)
        )}
      </Tabs>
    </div>
  );
}

function LoadedRecord({ module, record, pager, onReload }: LoadedProps & { readonly pager: RecordPager | undefined }) {
  const navigate = useNavigate();
  const { state } = useLocation() as { readonly state: object | null };
  const user = useSession((session) => session.user);
  const isPhone = useBreakpoint() === 'phone';
  const [isDeleting, setDeleting] = useState(false);
  useLogRecentlySeen(module.name, record._id);
  useBroadcastPresence(module.name, record._id);
  const canEdit = isAllowed(module, 'edit', record, useUserId());
  // The form returns to this history entry, which contains the state of the record pager.
  const edit = useCallback(
    () => void navigate(`${recordRoute(module.name, record._id, user)}/edit`, { state: { ...state, returnsToRecord: true } }),
    [navigate, module.name, record._id, user, state],
  );
  usePageShortcuts({ e: canEdit ? edit : undefined });
  useCommunicationShortcuts(module, record);
  usePageTitle(recordName(module, record));
  return (
    <div className="mv-page mv-record">
      <RecordHeader module={module} record={record} pager={pager} onEdit={edit} onReload={onReload} onDelete={() => setDeleting(true)} />
      <ModuleParts place="record" module={module.name} recordId={record._id} />
      <ApprovalBanner module={module.name} recordId={record._id} onReload={onReload} />
      <HandIn module={module} record={record} onReload={onReload} />
      {isPhone ? (
        <PhoneBody module={module} record={record} onReload={onReload} />
      ) : (
        <div className="mv-record-body">
          <div className="mv-record-fields">
            <RecordSections module={module} record={record} onReload={onReload} />
          </div>
          <SidePane module={module} record={record} onReload={onReload} />
        </div>
      )}
      {isDeleting && (
        <ConfirmDelete
          module={module}
          id={record._id}
          name={recordName(module, record)}
          onCancel={() => setDeleting(false)}
          onDone={(deleted) => {
            setDeleting(false);
            if (deleted) void navigate(moduleRoute(module.name, user));
          }}
        />
      )}
    </div>
  );
}

interface ScreenProps {
  readonly module: ModuleView;
  readonly recordId: string;
}

function RecordBody({ module, recordId, pager }: ScreenProps & { readonly pager: RecordPager | undefined }) {
  const { data, error, refetch } = useRecord(module, recordId);
  const known = useRecordModule(module, data);
  const isGone = error?.status === 404;
  const skipRecord = pager?.skipRecord;
  const isDeleted = data?.deleted === true;
  const wasThere = useRef(false);
  useEffect(() => {
    if (data !== undefined && !isDeleted) wasThere.current = true;
    // Skips a record that was deleted or became invisible after its list was loaded; a record that is deleted while it is open stays.
    if (isGone || (isDeleted && !wasThere.current && pager?.includesDeleted === false)) skipRecord?.();
  }, [isGone, isDeleted, data === undefined]);
  const user = useSession((session) => session.user);
  const reload = useCallback(() => void refetch(), [refetch]);
  if (isGone)
    return (
      <EmptyState
        title={t('views.record.notFound')}
        help={t('views.record.notFoundHelp')}
        actions={
          <ButtonLink variant="primary" href={moduleRoute(module.name, user)}>
            {t('views.record.backToList', { module: lowercaseLabel(module.label) })}
          </ButtonLink>
        }
      />
    );
  if (error && data === undefined)
    return <ErrorState title={t('views.record.failed')} text={error.message} code={error.code} onRetry={reload} />;
  if (data?._id === undefined) return <RecordSkeleton onRetry={reload} />;
  return <LoadedRecord module={known} record={data as EditedRecord} pager={pager} onReload={reload} />;
}

function RecordScreen({ module, recordId }: ScreenProps) {
  const pager = useRecordPager(module, recordId);
  const isPhone = useBreakpoint() === 'phone';
  return (
    <>
      {pager && <RecordPagerBar module={module} pager={pager} isPhone={isPhone} />}
      <RecordBody key={recordId} module={module} recordId={recordId} pager={pager} />
    </>
  );
}

/** One record of any module. */
export function RecordView({ moduleName, recordId }: { readonly moduleName: string; readonly recordId: string }) {
  return <ModuleLoader moduleName={moduleName}>{(module) => <RecordScreen module={module} recordId={recordId} />}</ModuleLoader>;
}

/**
 * What a plugin shows for the module; else the sections of the detail layout with inline editing, and notes for fields that other users
 * edit. The record of a role also shows what the role allows.
 */
function RecordSections({ module, record, onReload }: LoadedProps) {
  const Body = findRecordBody(module.name);
  if (Body !== undefined) return <Body module={module} record={record} reload={onReload} />;
  return (
    <>
      <EditableSections
        module={module}
        record={record}
        view="detail"
        headingLevel={2}
        noteOf={(item) => <EditingNote module={module} id={record._id} fieldName={item.field?.fieldName ?? item.fieldName} />}
      />
      {module.definition?.mirrors === 'role' && (
        <LazyBoundary fallback={null}>
          <RoleAccess module={module} id={record._id} />
        </LazyBoundary>
      )}
    </>
  );
}
