import { Ellipsis } from 'lucide-react';
import { memo, useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import type { FieldView } from '#engine/model/wire';
import { recordRoute, useSession, type RecordData } from '../../client/index.ts';
import { recordName } from '../../headless/index.ts';
import { useDraggableItem } from '../../kit/drag/index.ts';
import { IconButton, Menu, StatusPill, t, TextLink } from '../../kit/index.ts';
import { ExplainedButton } from '../dialogs/explained-button.tsx';
import { findRequirement } from '../field-update/find-requirement.ts';
import { areShortcutsEnabled } from '../use-page-shortcuts.ts';
import { CardBody } from './card-body.tsx';
import { cardContent, type CardFields } from './card-content.ts';
import type { BoardColumn } from './board-columns.ts';
import type { Board } from './use-board.ts';

export interface BoardCardProps {
  readonly board: Board;
  readonly column: BoardColumn;
  readonly record: RecordData;
  readonly fields: CardFields;
  /** The field that states why a record is in the column. */
  readonly reason: FieldView | undefined;
  /** Position of the card in its column, from 1, and the number of cards in the column: only a part of a long column is rendered. */
  readonly position: number;
  readonly total: number;
  /** The only card of its column in the tab order. */
  readonly isTabStop: boolean;
  readonly onTabStop: (id: string) => void;
  readonly onOpen: (id: string) => void;
  readonly onEdit: (id: string) => void;
  /** The day on which it is rendered: after midnight its date reads otherwise. */
  readonly today: string;
  /** Id of the text that describes the keyboard controls. */
  readonly keyboardHelpId: string;
}

/** The columns that the record can be moved to, each with its transition requirement, and links to open or edit the record. */
function CardMenu({
  board,
  column,
  record,
  onOpen,
  onEdit,
  onClose,
  stop,
}: Pick<BoardCardProps, 'board' | 'column' | 'record' | 'onOpen' | 'onEdit'> & { readonly onClose: () => void; readonly stop: number }) {
  const { module, field, boardColumns, canMove, move } = board;
  const targets = canMove(record) ? boardColumns.filter((one) => one.canDrop && one.id !== column.id) : [];
  const items = targets.map((one) => ({
    id: `to-${one.id}`,
    label: one.hue === undefined ? one.label : <StatusPill label={one.label} hue={one.hue} />,
    onSelect: () => move(record, column, one),
    trailing: one.value === null ? undefined : findRequirement(module, field, one.value, record)?.hint,
  }));
  const others = [
    { id: 'open', label: t('board.open'), onSelect: () => onOpen(record._id) },
    ...(canMove(record) ? [{ id: 'edit', label: t('board.edit'), onSelect: () => onEdit(record._id) }] : []),
  ];
  const label = t('board.move', { name: recordName(module, record) });
  return (
    <Menu
      label={label}
      width={280}
      opened
      onChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      groups={[...(items.length === 0 ? [] : [{ id: 'to', label: t('board.moveTo'), items }]), { id: 'record', items: others }]}
      target={<IconButton icon={Ellipsis} size="xs" className="mk-card-menu" label={label} tabIndex={stop} />}
    />
  );
}

/** Placeholder of a card while it is dragged or shown in another column. */
export function CardPlaceholder({ name }: { readonly name: string }) {
  return <li className="mk-placeholder">{t('board.goesBack', { name })}</li>;
}

/**
 * A record in its column: a link that can be dragged to another column or moved by its menu. Memoized, because other cards mount and
 * unmount while the column is scrolled.
 */
export const BoardCard = memo(function BoardCard({
  board,
  column,
  record,
  fields,
  reason,
  position,
  total,
  isTabStop,
  onTabStop,
  onOpen,
  onEdit,
  keyboardHelpId,
}: BoardCardProps) {
  const user = useSession((session) => session.user);
  const { module, field, consumeFocusRequest } = board;
  const link = useRef<HTMLLIElement>(null);
  const [isMenu, setMenu] = useState(false);
  const isMovable = board.canMove(record);
  const { ref, isDragged } = useDraggableItem(record._id, !isMovable);
  const isLifted = board.drag?.record._id === record._id;
  const name = recordName(module, record);
  const content = cardContent(module, record, fields, reason);
  const stop = isTabStop ? 0 : -1;
  useEffect(() => {
    if (consumeFocusRequest(record._id)) link.current?.querySelector('a')?.focus();
  });
  // A drag that starts on the link must not count as a click; the next press resets this.
  const wasDragged = useRef(false);
  const onPress = () => {
    wasDragged.current = false;
  };
  useEffect(() => {
    if (isDragged) wasDragged.current = true;
  }, [isDragged]);
  const onClick = (event: MouseEvent) => {
    if (wasDragged.current) event.preventDefault();
    wasDragged.current = false;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const key = event.key.toLowerCase();
    const isKnown = key === 's' || (key === 'e' && isMovable);
    if (!isKnown || event.ctrlKey || event.metaKey || event.altKey || isMenu || isLifted || !areShortcutsEnabled()) return;
    event.preventDefault();
    event.stopPropagation();
    if (key === 's') setMenu(true);
    else onEdit(record._id);
  };
  const attach = (element: HTMLLIElement | null) => {
    link.current = element;
    ref(element);
  };
  const closeMenu = () => {
    setMenu(false);
    link.current?.querySelector('a')?.focus();
  };
  const menu = isMenu ? (
    <CardMenu board={board} column={column} record={record} onOpen={onOpen} onEdit={onEdit} onClose={closeMenu} stop={stop} />
  ) : (
    <IconButton
      icon={Ellipsis}
      size="xs"
      className="mk-card-menu"
      label={t('board.move', { name })}
      tabIndex={stop}
      aria-haspopup="menu"
      onClick={() => setMenu(true)}
    />
  );
  const lock =
    field.readOnly === true ? null : (
      <span className="mk-lock">
        <ExplainedButton module={module} action="edit" recordId={record._id} field={field.fieldName} size="xs" variant="quiet">
          <span className="ms-visually-hidden">{t('board.why', { name })}</span>
        </ExplainedButton>
      </span>
    );
  return (
    <li
      ref={attach}
      className="mk-card"
      aria-posinset={position}
      aria-setsize={total}
      data-card={record._id}
      data-picked-up={(isLifted && !isDragged) || undefined}
      data-dragged={isDragged || undefined}
      data-locked={!isMovable || undefined}
      onFocus={() => onTabStop(record._id)}
      onPointerDownCapture={onPress}
      onKeyDown={onKeyDown}
    >
      {isDragged && <span className="mk-placeholder-text">{t('board.goesBack', { name: content.title })}</span>}
      <CardBody
        content={content}
        tools={isMovable ? menu : lock}
        name={
          <TextLink
            look="bare"
            className="mk-card-name"
            draggable={false}
            href={recordRoute(module.name, record._id, user)}
            title={name}
            tabIndex={stop}
            aria-describedby={isMovable ? keyboardHelpId : undefined}
            onClick={onClick}
          >
            {content.title}
          </TextLink>
        }
      />
    </li>
  );
});
