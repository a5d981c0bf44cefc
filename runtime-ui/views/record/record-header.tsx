import { ArrowLeft, Ellipsis, Link2, Pencil, Star, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { ModuleView } from '#engine/model';
import { recordRoute, useSession, type RecordData } from '../../client/index.ts';
import { listRecordActions } from '../../extensions/index.ts';
import { FieldValue } from '../../fields/values/index.ts';
import { findStatusField, isAllowed, isEmptyValue, layoutItems, readValue, recordName, useFavorite, useUserId, type RecordValues } from '../../headless/index.ts';
import { Avatar, ButtonLink, findIcon, Icon, IconButton, Menu, showNotice, StatusPill, t, useBreakpoint, type MenuItem } from '../../kit/index.ts';
import { ExplainedButton } from '../dialogs/explained-button.tsx';
import { ReachBar } from './reach-bar.tsx';

interface RecordHeaderProps {
  readonly module: ModuleView;
  readonly record: RecordValues & { readonly _id: string };
  readonly onReload: () => void;
  readonly onDelete: () => void;
}

/** Whether a module's records are people, who get initials; others get the module's icon. */
function isPeople(module: ModuleView): boolean {
  return module.fields.some((field) => field.fieldName === 'last_name');
}

function Face({ module, name }: { readonly module: ModuleView; readonly name: string }) {
  if (isPeople(module)) return <Avatar name={name} size={44} />;
  return <span className="mv-record-tile" aria-hidden><Icon of={findIcon(module.icon)} size={20} /></span>;
}

/** A few values under the name: the first columns of the grid beside name and status. */
function Subline({ module, record }: Pick<RecordHeaderProps, 'module' | 'record'>) {
  const most = useBreakpoint() === 'phone' ? 2 : 5;
  const status = findStatusField(module)?.fieldName;
  const items = layoutItems(module, 'grid').filter((item) => item.layout.hidden !== true && item.fieldName !== module.nameField && item.fieldName !== status && item.field !== undefined && item.field.inputType !== 'Checkbox');
  const filled = items.filter((item) => !isEmptyValue(readValue(record, item.fieldName))).slice(0, most);
  return (
    <p className="mv-subline">
      {filled.map((item) => item.field && <span key={item.fieldName} className="mv-subline-part"><FieldValue module={module} field={item.field} value={readValue(record, item.fieldName)} isPart={item.part !== undefined} /></span>)}
    </p>
  );
}

function FavoriteStar({ module, id }: { readonly module: ModuleView; readonly id: string }) {
  const { isFavorite, toggle } = useFavorite(module, id, (error) => showNotice({ kind: 'error', text: error.message }));
  return <IconButton icon={Star} size="sm" label={t(isFavorite ? 'views.record.unfavourite' : 'views.record.favourite')} aria-pressed={isFavorite} className={isFavorite ? 'mv-star mv-star-on' : 'mv-star'} onClick={toggle} />;
}

function MoreMenu({ module, record, onReload, onDelete, canDelete }: RecordHeaderProps & { readonly canDelete: boolean }) {
  const [running, setRunning] = useState<string | undefined>(undefined);
  const data = record as unknown as RecordData;
  const actions = listRecordActions(module.name).filter((action) => action.isShown?.({ module, record: data }) ?? true);
  const Running = actions.find((action) => action.id === running)?.component;
  const copy = () => void navigator.clipboard?.writeText(location.href).then(() => showNotice({ text: t('views.record.copied') }), () => undefined);
  const own: MenuItem[] = actions.map((action) => ({ id: action.id, label: action.label, icon: findIcon(action.icon), onSelect: () => setRunning(action.id) }));
  const groups = [
    ...(own.length > 0 ? [{ id: 'actions', items: own }] : []),
    { id: 'record', items: [{ id: 'copy', label: t('views.record.copyLink'), icon: Link2, onSelect: copy }, ...(canDelete ? [{ id: 'delete', label: t('views.record.delete'), icon: Trash2, danger: true, onSelect: onDelete }] : [])] },
  ];
  return (
    <>
      <Menu label={t('views.record.more')} groups={groups} target={<IconButton icon={Ellipsis} variant="default" label={t('views.record.more')} />} />
      {Running && <Running module={module} record={data} reload={onReload} close={() => setRunning(undefined)} />}
    </>
  );
}

/** On a phone the frame has no bar of its own over a record: back, star and the other actions stand here. */
function PhoneBar({ id, module, more }: { readonly id: string; readonly module: ModuleView; readonly more: ReactNode }) {
  const navigate = useNavigate();
  return (
    <div className="mv-record-bar">
      <IconButton icon={ArrowLeft} size="phone" label={t('frame.top.back')} onClick={() => void navigate(-1)} />
      <span className="mv-spacer">{module.label}</span>
      <FavoriteStar module={module} id={id} />
      {more}
    </div>
  );
}

/** Who it is: avatar, name, status, star, a line of values; and what can be done. */
export function RecordHeader(props: RecordHeaderProps) {
  const { module, record } = props;
  const user = useSession((session) => session.user);
  const userId = useUserId();
  const isPhone = useBreakpoint() === 'phone';
  const name = recordName(module, record);
  const status = findStatusField(module);
  const canDelete = isAllowed(module, 'delete', record, userId);
  const edit = isAllowed(module, 'edit', record, userId)
    ? <ButtonLink href={`${recordRoute(module.name, record._id, user)}/edit`} variant="primary" icon={Pencil}>{t('views.record.edit')}</ButtonLink>
    : <ExplainedButton module={module} action="edit" recordId={record._id}>{t('views.record.edit')}</ExplainedButton>;
  const more = <MoreMenu {...props} canDelete={canDelete} />;
  return (
    <header className="mv-record-head">
      {isPhone && <PhoneBar id={record._id} module={module} more={more} />}
      <Face module={module} name={name} />
      <div className="mv-record-title">
        <div className="mv-record-name">
          <h1>{name}</h1>
          {status && !isEmptyValue(record[status.fieldName]) && <FieldValue module={module} field={status} value={record[status.fieldName]} />}
          {record.deleted === true && <StatusPill label={t('views.record.deleted')} hue="red" />}
          {!isPhone && <FavoriteStar module={module} id={record._id} />}
        </div>
        <Subline module={module} record={record} />
      </div>
      <div className="mv-record-actions">
        {isPhone && <ReachBar module={module} record={record} />}
        {edit}
        {!canDelete && !isPhone && <ExplainedButton module={module} action="delete" recordId={record._id}>{t('views.record.delete')}</ExplainedButton>}
        {!isPhone && more}
      </div>
    </header>
  );
}
