import { ArrowLeft, CircleHelp, Ellipsis, Link2, Lock, Pencil, Printer, RotateCcw, Star, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { ModuleView } from '#engine/model/wire';
import { loadRoute, recordRoute, useSession } from '../../client/index.ts';
import { listRecordActions } from '../../extensions/index.ts';
import { LabelledValue } from '../../fields/values/index.ts';
import {
  findStatusField,
  isAllowed,
  isEmptyValue,
  layoutItems,
  readValue,
  recordName,
  useFavorite,
  useUserId,
} from '../../headless/index.ts';
import type { EditedRecord } from '../../headless/inline/index.ts';
import {
  Avatar,
  Button,
  ButtonLink,
  createLazyComponent,
  findIcon,
  Icon,
  IconButton,
  LazyBoundary,
  LinkProvider,
  Menu,
  showNotice,
  showTransientError,
  StatusPill,
  t,
  useBreakpoint,
  type MenuItem,
} from '../../kit/index.ts';
import { RestoreSelected } from '../bulk/restore-selected.tsx';
import { ExplainDialog } from '../dialogs/explain-dialog.tsx';
import { usePermissionLock } from '../dialogs/permission-lock.tsx';
import { ExplainedButton } from '../dialogs/explained-button.tsx';
import { usePageActions } from '../page-actions.ts';
import { ModuleParts } from '../module-parts.tsx';
import { findOwnerField, OwnerField } from './owner-field.tsx';
import { PresenceAvatars } from './presence.tsx';
import { CommunicationBar } from './communication-bar.tsx';
import { useHandInField } from './hand-in.tsx';
import { StatusMenu } from './status-menu.tsx';
import { RecordPagerControls } from '../record-pager/record-pager-bar.tsx';
import type { RecordPager } from '../record-pager/use-record-pager.ts';

const PrintRecord = createLazyComponent(async () => (await import('../print/print-record.tsx')).PrintRecord);
const AccessDialog = createLazyComponent(async () => (await import('../dialogs/access-dialog.tsx')).AccessDialog);

interface RecordHeaderProps {
  readonly module: ModuleView;
  readonly record: EditedRecord;
  /** Absent: the record was not opened from a list. */
  readonly pager: RecordPager | undefined;
  readonly onEdit: () => void;
  readonly onReload: () => void;
  readonly onDelete: () => void;
}

/** Whether the records of a module are people, who get initials; others get the module's icon. */
function isPeople(module: ModuleView): boolean {
  return module.fields.some((field) => field.fieldName === 'last_name');
}

function RecordAvatar({ module, name }: { readonly module: ModuleView; readonly name: string }) {
  if (isPeople(module)) return <Avatar name={name} size={44} />;
  return (
    <span className="mv-record-tile" aria-hidden>
      <Icon of={findIcon(module.icon)} size={20} />
    </span>
  );
}

const MAX_SUBLINE_ITEMS = { phone: 2, medium: 3, wide: 5 } as const;

/** A few values under the name: the first columns of the grid, except name, status and owner, and its deadlines. */
function Subline({ module, record }: Pick<RecordHeaderProps, 'module' | 'record'>) {
  const maxItems = MAX_SUBLINE_ITEMS[useBreakpoint()];
  const status = findStatusField(module)?.fieldName;
  const items = layoutItems(module, 'grid').filter(
    (item) =>
      item.layout.hidden !== true &&
      item.fieldName !== module.nameField &&
      item.fieldName !== status &&
      item.fieldName !== 'assigned_to' &&
      item.field !== undefined &&
      item.field.inputType !== 'Checkbox',
  );
  const filled = items.filter((item) => !isEmptyValue(readValue(record, item.fieldName)));
  const deadlines = filled.filter(({ field }) => field?.openWhen !== undefined);
  const others = filled.filter((item) => !deadlines.includes(item)).slice(0, Math.max(0, maxItems - deadlines.length));
  return (
    <p className="mv-subline">
      {[...others, ...deadlines].map(
        (item) =>
          item.field && (
            <span key={item.fieldName} className="mv-subline-part">
              <LabelledValue module={module} item={item} record={record} />
            </span>
          ),
      )}
    </p>
  );
}

function FavoriteStar({ module, id }: { readonly module: ModuleView; readonly id: string }) {
  const { isFavorite, toggle } = useFavorite(module, id, (error) => showTransientError(error.message));
  const label = t(isFavorite ? 'views.record.unfavourite' : 'views.record.favourite');
  usePageActions([{ id: 'favourite', label, run: toggle }]);
  return (
    <IconButton
      icon={Star}
      size="sm"
      label={label}
      aria-pressed={isFavorite}
      className={isFavorite ? 'mv-star mv-star-on' : 'mv-star'}
      onClick={toggle}
    />
  );
}

function MoreMenu({
  module,
  record,
  onReload,
  onDelete,
  canDelete,
}: Omit<RecordHeaderProps, 'pager' | 'onEdit'> & { readonly canDelete: boolean }) {
  const [running, setRunning] = useState<string | undefined>(undefined);
  const [isAsking, setAsking] = useState(false);
  const [explainsAccess, setExplainsAccess] = useState(false);
  const [isPrinting, setPrinting] = useState(false);
  const print = () => setPrinting(true);
  const lock = usePermissionLock();
  const isAdmin = useSession((session) => session.user?.userType) === 'System Admin';
  const explain: MenuItem = {
    id: 'access',
    label: t('views.explained.title'),
    icon: CircleHelp,
    onSelect: () => setExplainsAccess(true),
  };
  const isPhone = useBreakpoint() === 'phone';
  const data = record;
  const actions = listRecordActions(module.name).filter((action) => action.isShown?.({ module, record: data }) ?? true);
  const Running = actions.find((action) => action.id === running)?.component;
  const copy = () =>
    void navigator.clipboard?.writeText(location.href).then(
      () => showNotice({ text: t('views.record.copied') }),
      () => undefined,
    );
  const own: MenuItem[] = actions.map((action) => ({
    id: action.id,
    label: action.label,
    icon: lock.isLocked(action) ? Lock : findIcon(action.icon),
    onSelect: () => (lock.isLocked(action) ? lock.explain(action) : setRunning(action.id)),
  }));
  const remove: MenuItem = { id: 'delete', label: t('views.record.delete'), icon: Trash2, danger: true, onSelect: onDelete };
  // On larger screens a separate button explains the missing right.
  const locked: readonly MenuItem[] = isPhone
    ? [{ id: 'delete', label: t('views.record.delete'), icon: Lock, onSelect: () => setAsking(true) }]
    : [];
  const groups = [
    ...(own.length > 0 ? [{ id: 'actions', items: own }] : []),
    {
      id: 'record',
      items: [
        { id: 'copy', label: t('views.record.copyLink'), icon: Link2, onSelect: copy },
        { id: 'print', label: t('print.action'), icon: Printer, onSelect: print },
        ...(isAdmin ? [explain] : []),
        ...(canDelete ? [remove] : locked),
      ],
    },
  ];
  usePageActions([
    ...actions.filter((action) => !lock.isLocked(action)).map(({ id, label }) => ({ id, label, run: () => setRunning(id) })),
    { id: 'copy', label: t('views.record.copyLink'), run: copy },
    { id: 'print', label: t('print.action'), run: print },
    ...(canDelete ? [{ id: 'delete', label: t('views.record.delete'), run: onDelete }] : []),
  ]);
  return (
    <>
      <Menu
        label={t('views.record.more')}
        groups={groups}
        target={<IconButton icon={Ellipsis} variant="default" label={t('views.record.more')} />}
      />
      {isAsking && (
        <ExplainDialog
          query={{ module: module.name, action: 'delete', id: record._id }}
          title={t('views.explain.delete')}
          onClose={() => setAsking(false)}
        />
      )}
      {lock.dialog}
      {isPrinting && (
        <LazyBoundary fallback={null}>
          <PrintRecord module={module} record={record} onDone={() => setPrinting(false)} />
        </LazyBoundary>
      )}
      {explainsAccess && (
        <LazyBoundary fallback={null}>
          <AccessDialog module={module.name} recordId={record._id} onClose={() => setExplainsAccess(false)} />
        </LazyBoundary>
      )}
      {Running && <Running module={module} record={data} reload={onReload} close={() => setRunning(undefined)} />}
    </>
  );
}

/** On a phone the frame has no top bar for a record: this bar contains back, favourite and the other actions. */
function PhoneBar({
  id,
  module,
  pager,
  more,
}: {
  readonly id: string;
  readonly module: ModuleView;
  readonly pager: RecordPager | undefined;
  readonly more: ReactNode;
}) {
  const navigate = useNavigate();
  const user = useSession((session) => session.user);
  const goBack = () =>
    void (user ? navigate(loadRoute(user), { replace: true, state: { from: `${location.pathname}${location.search}` } }) : navigate(-1));
  return (
    <div className="mv-record-bar">
      <IconButton icon={ArrowLeft} size="phone" label={t('frame.top.back')} onClick={goBack} />
      <span className="mv-spacer">{pager === undefined ? module.label : <RecordPagerControls pager={pager} size="phone" />}</span>
      <FavoriteStar module={module} id={id} />
      {more}
    </div>
  );
}

/** Avatar, name, status, favourite, a line of values, and the actions. */
export function RecordHeader(props: RecordHeaderProps) {
  const { module, record, pager, onEdit } = props;
  const user = useSession((session) => session.user);
  const userId = useUserId();
  const isPhone = useBreakpoint() === 'phone';
  const name = recordName(module, record);
  const status = findStatusField(module);
  const owner = findOwnerField(module, record, userId);
  const canDelete = isAllowed(module, 'delete', record, userId);
  const [isRestoring, setRestoring] = useState(false);
  const isDeleted = record.deleted === true;
  // A work item that is done with a file has one main button: the one that hands it in.
  const isHandedIn = useHandInField(module, record) !== undefined;
  const edit = isAllowed(module, 'edit', record, userId) ? (
    <LinkProvider goTo={onEdit}>
      <ButtonLink href={`${recordRoute(module.name, record._id, user)}/edit`} variant={isHandedIn ? 'default' : 'primary'} icon={Pencil}>
        {t('views.record.edit')}
      </ButtonLink>
    </LinkProvider>
  ) : (
    <ExplainedButton module={module} action="edit" recordId={record._id}>
      {t('views.record.edit')}
    </ExplainedButton>
  );
  const more = <MoreMenu {...props} canDelete={canDelete && !isDeleted} />;
  return (
    <header className="mv-record-head">
      {isPhone && <PhoneBar id={record._id} module={module} pager={pager} more={more} />}
      <RecordAvatar module={module} name={name} />
      <div className="mv-record-title">
        <div className="mv-record-name">
          <h1 className="ms-clip">{name}</h1>
          {status && <StatusMenu module={module} record={record} field={status} />}
          {isDeleted && <StatusPill label={t('views.record.deleted')} hue="red" />}
          {!isPhone && <FavoriteStar module={module} id={record._id} />}
          {!isDeleted && <ModuleParts place="recordHeader" module={module.name} recordId={record._id} />}
        </div>
        <div className="mv-head-line">
          {owner && <OwnerField key={record._id} module={module} record={record} field={owner} />}
          <Subline module={module} record={record} />
        </div>
      </div>
      <div className="mv-record-actions">
        <PresenceAvatars module={module} id={record._id} />
        <CommunicationBar module={module} record={record} />
        {isDeleted && canDelete ? (
          <Button variant="primary" icon={RotateCcw} onClick={() => setRestoring(true)}>
            {t('deleted.restore')}
          </Button>
        ) : (
          edit
        )}
        {!canDelete && !isPhone && !isDeleted && (
          <ExplainedButton module={module} action="delete" recordId={record._id}>
            {t('views.record.delete')}
          </ExplainedButton>
        )}
        {!isPhone && more}
      </div>
      {isRestoring && <RestoreSelected module={module} ids={[record._id]} onClose={() => setRestoring(false)} />}
    </header>
  );
}
