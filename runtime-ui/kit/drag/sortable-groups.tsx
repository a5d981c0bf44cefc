import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Icon } from '../components/icon.tsx';
import { IconButton } from '../components/icon-button.tsx';
import { t } from '../texts/texts.ts';
import { DragDropArea } from './drag-drop-area.tsx';
import { useDraggableItem, useDropTarget } from './use-drag.ts';
import './sortable-groups.css';

/** An item with its name. */
export interface SortableItem {
  /** Unique among all groups. */
  readonly id: string;
  /** Names the item. */
  readonly label: string;
}

/** A group of items, in their order. */
export interface SortableGroup {
  /** Unique among the groups. */
  readonly id: string;
  /** Names the group; '' for one without a name. */
  readonly label: string;
  /** Its items, in their order. */
  readonly items: readonly SortableItem[];
  /** Its items are to choose from: they are dragged to other groups and back, and have no order of their own. Default: false. */
  readonly isSource?: boolean;
}

/** Props of groups that are sorted. */
export interface SortableGroupsProps {
  /** Names the whole for screen readers. */
  readonly label: string;
  /** The groups in their order. */
  readonly groups: readonly SortableGroup[];
  /** Moves an item to a position of a group; the position counts the items without the moved one. */
  readonly onMove: (id: string, group: string, at: number) => void;
  /**
   * The content of an item; default: its label.
   * @throws any error: the nearest error boundary shows it.
   */
  readonly renderItem?: (id: string) => ReactNode;
  /**
   * The head of a group; default: its label.
   * @throws any error: the nearest error boundary shows it.
   */
  readonly renderHead?: (id: string) => ReactNode;
  /** Shown in a group without items. */
  readonly emptyText: string;
}

interface Place {
  readonly group: string;
  readonly at: number;
}

/** Ids of drop targets: before an item, or the end of a group. */
const BEFORE = 'before ';
const END = 'end ';

/** Whether a group has no order, and the item already. */
function isInSource({ isSource, items }: SortableGroup, id: string): boolean {
  return isSource === true && items.some((one) => one.id === id);
}

/** The place of a drop target for a dragged item; undefined: the item stays where it is. */
export function findPlace(groups: readonly SortableGroup[], id: string, target: string): Place | undefined {
  if (target.startsWith(END)) {
    const group = groups.find((one) => one.id === target.slice(END.length));
    return group === undefined || isInSource(group, id)
      ? undefined
      : { group: group.id, at: group.items.filter((one) => one.id !== id).length };
  }
  const before = target.slice(BEFORE.length);
  const group = groups.find(({ items }) => items.some((one) => one.id === before));
  if (group === undefined || before === id || isInSource(group, id)) return undefined;
  return { group: group.id, at: group.items.filter((one) => one.id !== id).findIndex((one) => one.id === before) };
}

/** The place one step up or down, also into the neighbouring group; undefined: it is at the edge. */
export function stepPlace(groups: readonly SortableGroup[], id: string, by: -1 | 1): Place | undefined {
  const index = groups.findIndex(({ items }) => items.some((one) => one.id === id));
  const group = groups[index];
  if (group === undefined || group.isSource === true) return undefined;
  const at = group.items.findIndex((one) => one.id === id) + by;
  if (at >= 0 && at < group.items.length) return { group: group.id, at };
  const other = groups[index + by];
  return other === undefined || other.isSource === true ? undefined : { group: other.id, at: by === 1 ? 0 : other.items.length };
}

/** Groups of items that are sorted by pointer, and by the buttons of each item. */
export function SortableGroups({ label, groups, onMove, renderItem, renderHead, emptyText }: SortableGroupsProps) {
  const [moved, setMoved] = useState('');
  const labelOf = (id: string) => groups.flatMap(({ items }) => items).find((one) => one.id === id)?.label ?? '';
  const move = (id: string, place: Place | undefined) => {
    if (place === undefined) return;
    onMove(id, place.group, place.at);
    const group = groups.find((one) => one.id === place.group)?.label ?? '';
    setMoved(t('views.rows.moved', { name: labelOf(id) }) + (group === '' ? '' : ` ${group}, ${place.at + 1}`));
  };
  return (
    <section aria-label={label} className="ms-sortable">
      <DragDropArea
        renderDragged={(id) => <div className="ms-sortable-dragged">{labelOf(id)}</div>}
        onDrop={(id, target) => move(id, target === undefined ? undefined : findPlace(groups, id, target))}
      >
        {groups.map((group) => (
          <section
            key={group.id}
            className="ms-sortable-group"
            data-source={group.isSource === true || undefined}
            aria-label={group.label === '' ? undefined : group.label}
          >
            {renderHead ? renderHead(group.id) : group.label !== '' && <h2 className="ms-sortable-head">{group.label}</h2>}
            <ol className="ms-sortable-list">
              {group.items.map((item) => (
                <Row
                  key={item.id}
                  item={item}
                  up={stepPlace(groups, item.id, -1)}
                  down={stepPlace(groups, item.id, 1)}
                  hasSteps={group.isSource !== true}
                  onMove={(place) => move(item.id, place)}
                >
                  {renderItem?.(item.id) ?? item.label}
                </Row>
              ))}
              <EndTarget group={group.id}>{group.items.length === 0 && emptyText}</EndTarget>
            </ol>
          </section>
        ))}
      </DragDropArea>
      <p className="ms-visually-hidden" role="status">
        {moved}
      </p>
    </section>
  );
}

interface RowProps {
  readonly item: SortableItem;
  readonly up: Place | undefined;
  readonly down: Place | undefined;
  /** Whether it has buttons that move it. */
  readonly hasSteps: boolean;
  readonly onMove: (place: Place | undefined) => void;
  readonly children: ReactNode;
}

function Row({ item, up, down, hasSteps, onMove, children }: RowProps) {
  const dragged = useDraggableItem(item.id, false);
  const target = useDropTarget(`${BEFORE}${item.id}`, false);
  return (
    <li
      ref={(element) => {
        dragged.ref(element);
        target.ref(element);
      }}
      className="ms-sortable-item"
      data-over={(target.isOver && !dragged.isDragged) || undefined}
      data-dragged={dragged.isDragged || undefined}
    >
      <Icon of={GripVertical} size={14} className="ms-sortable-grip" />
      <div className="ms-sortable-content">{children}</div>
      {hasSteps && (
        <>
          <IconButton
            icon={ArrowUp}
            size="sm"
            label={t('views.rows.moveUp', { name: item.label })}
            disabled={up === undefined}
            onClick={() => onMove(up)}
          />
          <IconButton
            icon={ArrowDown}
            size="sm"
            label={t('views.rows.moveDown', { name: item.label })}
            disabled={down === undefined}
            onClick={() => onMove(down)}
          />
        </>
      )}
    </li>
  );
}

function EndTarget({ group, children }: { readonly group: string; readonly children: ReactNode }) {
  const target = useDropTarget(`${END}${group}`, false);
  return (
    <li ref={target.ref} className="ms-sortable-end" data-over={target.isOver || undefined} data-empty={children !== false || undefined}>
      {children}
    </li>
  );
}
