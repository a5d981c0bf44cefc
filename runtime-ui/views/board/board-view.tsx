import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { FieldView } from '#engine/model/wire';
import { lowercaseLabel, type JsonValue } from '#engine/model/values';
import { invalidateRecords, type RecordData } from '../../client/index.ts';
import { isObject, isWritable, recordName, useGroups, useLocalPreference } from '../../headless/index.ts';
import { DragDropArea } from '../../kit/drag/index.ts';
import { ErrorState, showNotice, SkeletonRows, t, useBreakpoint } from '../../kit/index.ts';
import { QuickCreateDialog } from '../lazy-views.tsx';
import { EmptyList } from '../list/empty-list.tsx';
import type { ViewTypeProps } from '../list/view-type-props.ts';
import { useReportGroupStatus } from '../list/use-report-list-status.ts';
import { useRefetchOnRevision } from '../list/use-refetch-on-revision.ts';
import { useToday } from '../use-today.ts';
import { handleBoardKey } from './board-keys.ts';
import { BoardColumnSection } from './board-column-section.tsx';
import { boardQuery } from './board-query.ts';
import { CardBody } from './card-body.tsx';
import { cardContent, pickCardFields } from './card-content.ts';
import { buildBoardColumns, type BoardColumn } from './board-columns.ts';
import { columnIdOfDropTarget, ColumnTabs } from './column-tabs.tsx';
import { useBoard } from './use-board.ts';
import '../styles/board.css';

/** Columns that the user collapsed (true) and expanded (false), by id. */
type CollapsedColumns = { readonly [columnId: string]: boolean };

const NONE_COLLAPSED: CollapsedColumns = {};
const isCollapsedColumns = (value: JsonValue): value is CollapsedColumns =>
  isObject(value) && Object.values(value).every((one) => typeof one === 'boolean');

interface BoardBodyProps extends ViewTypeProps {
  readonly field: FieldView;
  readonly boardColumns: readonly BoardColumn[];
}

/** Record and column of each card, by record id. */
function useCardIndex() {
  const known = useRef(new Map<string, { readonly record: RecordData; readonly column: BoardColumn }>());
  const onCards = useCallback((column: BoardColumn, records: readonly RecordData[]) => {
    for (const record of records) known.current.set(record._id, { record, column });
  }, []);
  return { onCards, find: useCallback((id: string) => known.current.get(id), []) };
}

/** On a phone a column fills the width, and a swipe scrolls to the next. */
function useVisibleColumn(isPhone: boolean) {
  const scroller = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(0);
  const onScroll = () => {
    const element = scroller.current;
    if (isPhone && element !== null) setShown(Math.round(element.scrollLeft / Math.max(1, element.clientWidth)));
  };
  const show = (at: number) => scroller.current?.scrollTo({ left: at * scroller.current.clientWidth, behavior: 'smooth' });
  return { scroller, shown, onScroll, show };
}

function BoardBody({ module, list, field, boardColumns, revision }: BoardBodyProps) {
  const client = useQueryClient();
  const isPhone = useBreakpoint() === 'phone';
  const keysId = useId();
  const board = useBoard({ module, field, boardColumns });
  const [collapsed, saveCollapsed] = useLocalPreference<CollapsedColumns>(
    `${module.name}.boardColumns.${field.fieldName}`,
    NONE_COLLAPSED,
    isCollapsedColumns,
  );
  const [adding, setAdding] = useState<BoardColumn | undefined>(undefined);
  const { scroller, shown, onScroll, show } = useVisibleColumn(isPhone);
  const today = useToday();
  const { onCards, find } = useCardIndex();
  const { columns, query } = list;
  const fields = useMemo(
    () =>
      pickCardFields(
        module,
        field,
        columns.filter((column) => column.shown).map((column) => column.item),
      ),
    [module, field, columns],
  );
  const boardSearch = useMemo(() => boardQuery(module, field, fields, query), [module, field, fields, query]);
  const canAdd = module.rights.create && isWritable(field, true);
  const pick = (id: string) => {
    const found = find(id);
    if (found !== undefined) board.pickUp(found.record, found.column, false);
  };
  const added = (name: string) => {
    setAdding(undefined);
    showNotice({ kind: 'ok', text: t('board.added', { name }) });
    void invalidateRecords(client, [module.name]);
  };
  // On a phone, scrolls to the column of a blocked move.
  const target = boardColumns.findIndex((column) =>
    board.moves.some((move) => move.record._id === board.promptedId && move.to.id === column.id),
  );
  const showColumn = useRef(show);
  useEffect(() => {
    showColumn.current = show;
  });
  useEffect(() => {
    if (isPhone && target !== -1) showColumn.current(target);
  }, [isPhone, target]);
  const { drag } = board;
  const dragged = drag !== undefined && drag.over === undefined ? drag : undefined;
  return (
    <DragDropArea
      onDragStart={pick}
      onDrop={(_id, place) => board.drop(columnIdOfDropTarget(place))}
      renderDragged={() => {
        const content = dragged && cardContent(module, dragged.record, fields);
        return (
          content && (
            <div className="mk-card">
              <CardBody content={content} name={<span className="mk-card-name">{content.title}</span>} />
            </div>
          )
        );
      }}
    >
      {field.readOnly === true && <p className="mk-read-only-note">{t('board.fixed', { field: field.label })}</p>}
      {isPhone && <ColumnTabs board={board} shown={shown} onShow={show} />}
      <div ref={scroller} className="mk-board" onScroll={onScroll} onKeyDown={(event) => handleBoardKey({ board, find }, event)}>
        {boardColumns.map((column, at) => {
          const isFolded = !isPhone && (collapsed[column.id] ?? column.isCollapsed);
          return (
            <BoardColumnSection
              key={column.id}
              board={board}
              column={column}
              fields={fields}
              query={boardSearch}
              revision={revision}
              today={today}
              keyboardHelpId={keysId}
              onCardsLoaded={onCards}
              isCollapsed={isFolded}
              onCollapse={isPhone ? undefined : (next) => saveCollapsed({ ...collapsed, [column.id]: next })}
              onAdd={canAdd && column.canDrop && column.value !== null ? () => setAdding(column) : undefined}
              isLoaded={column.count > 0 && (!isPhone || Math.abs(at - shown) <= 1)}
            />
          );
        })}
      </div>
      <p id={keysId} className="ms-visually-hidden">
        {t('board.keys')}
      </p>
      <p className="ms-visually-hidden" role="status">
        {board.status}
      </p>
      {adding !== undefined && (
        <QuickCreateDialog
          moduleName={module.name}
          prefill={{ [field.fieldName]: adding.value }}
          onClose={() => setAdding(undefined)}
          onCreated={(record) => added(recordName(module, record))}
        />
      )}
    </DragDropArea>
  );
}

/** The list as columns of cards, one per option of a field: dragging a card to another column saves the field like any other edit. */
export function BoardView(props: ViewTypeProps) {
  const { module, list, item, revision } = props;
  const { field } = item;
  const { groups, error, refetch } = useGroups(module, list.query, { field: item.fieldName });
  const boardColumns = useMemo(
    () =>
      field === undefined || groups === undefined
        ? undefined
        : buildBoardColumns(module, field, groups, t('board.without', { field: lowercaseLabel(item.label) })),
    [module, field, groups, item.label],
  );
  const total = useReportGroupStatus(props, error, groups);
  useRefetchOnRevision(revision, refetch);
  if (error && groups === undefined)
    return <ErrorState title={t('board.boardFailed')} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  if (boardColumns === undefined || field === undefined) return <SkeletonRows rows={8} columns={5} height={84} />;
  if (total === 0) return <EmptyList module={module} list={list} />;
  return <BoardBody {...props} field={field} boardColumns={boardColumns} />;
}
