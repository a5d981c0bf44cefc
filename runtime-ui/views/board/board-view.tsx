import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { FieldView, JsonValue } from '#engine/model';
import { dropRecords, type RecordData } from '../../client/index.ts';
import { isObject, isWritable, recordName, useGroups, useKeptChoice } from '../../headless/index.ts';
import { DragRoom } from '../../kit/drag/index.ts';
import { ErrorState, inSentence, showNotice, SkeletonRows, t, useBreakpoint } from '../../kit/index.ts';
import { QuickCreateDialog } from '../lazy-views.tsx';
import { EmptyList } from '../list/empty-list.tsx';
import type { FaceProps } from '../list/face-props.ts';
import { useGroupsReport } from '../list/use-answer-report.ts';
import { useReread } from '../list/use-reread.ts';
import { handleBoardKey } from './board-keys.ts';
import { BoardLane } from './board-lane.tsx';
import { boardQuery } from './board-query.ts';
import { CardFace } from './card-face.tsx';
import { cardContent, listCardFields } from './card-content.ts';
import { listLanes, type Lane } from './lane-model.ts';
import { laneOfPlace, LaneTabs } from './lane-tabs.tsx';
import { useBoard } from './use-board.ts';
import '../styles/board.css';

/** Lanes that the user folded (true) and opened (false), by id. */
type Folds = { readonly [laneId: string]: boolean };

const NO_FOLDS: Folds = {};
const isFolds = (value: JsonValue): value is Folds => isObject(value) && Object.values(value).every((one) => typeof one === 'boolean');

interface BoardBodyProps extends FaceProps {
  readonly field: FieldView;
  readonly lanes: readonly Lane[];
}

/** Which record the card of an id is, and where it lies. */
function useKnownCards() {
  const known = useRef(new Map<string, { readonly record: RecordData; readonly lane: Lane }>());
  const onCards = useCallback((lane: Lane, records: readonly RecordData[]) => {
    for (const record of records) known.current.set(record._id, { record, lane });
  }, []);
  return { onCards, find: useCallback((id: string) => known.current.get(id), []) };
}

/** On a phone a lane fills the width, and a swipe goes to the next. */
function useShownLane(isPhone: boolean) {
  const scroller = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(0);
  const onScroll = () => {
    const element = scroller.current;
    if (isPhone && element !== null) setShown(Math.round(element.scrollLeft / Math.max(1, element.clientWidth)));
  };
  const show = (at: number) => scroller.current?.scrollTo({ left: at * scroller.current.clientWidth, behavior: 'smooth' });
  return { scroller, shown, onScroll, show };
}

function BoardBody({ module, list, field, lanes, revision }: BoardBodyProps) {
  const client = useQueryClient();
  const isPhone = useBreakpoint() === 'phone';
  const keysId = useId();
  const board = useBoard({ module, field, lanes });
  const [folds, keepFolds] = useKeptChoice<Folds>(`${module.name}.lanes.${field.fieldName}`, NO_FOLDS, isFolds);
  const [adding, setAdding] = useState<Lane | undefined>(undefined);
  const { scroller, shown, onScroll, show } = useShownLane(isPhone);
  const { onCards, find } = useKnownCards();
  const { columns, query } = list;
  const fields = useMemo(() => listCardFields(module, field, columns.filter((column) => column.shown).map((column) => column.item)), [module, field, columns]);
  const asked = useMemo(() => boardQuery(module, field, fields, query), [module, field, fields, query]);
  const canAdd = module.rights.create && isWritable(field, true);
  const pick = (id: string) => {
    const found = find(id);
    if (found !== undefined) board.carry(found.record, found.lane, false);
  };
  const added = (name: string) => {
    setAdding(undefined);
    showNotice({ kind: 'ok', text: t('board.added', { name }) });
    void dropRecords(client, [module.name]);
  };
  // What was sent to a lane out of sight is shown there.
  const target = lanes.findIndex((lane) => board.moves.some((move) => move.record._id === board.asking && move.to.id === lane.id));
  const showLane = useRef(show);
  useEffect(() => { showLane.current = show; });
  useEffect(() => { if (isPhone && target !== -1) showLane.current(target); }, [isPhone, target]);
  const { carried } = board;
  const dragged = carried !== undefined && carried.over === undefined ? carried : undefined;
  return (
    <DragRoom
      onPick={pick} onDrop={(_id, place) => board.drop(laneOfPlace(place))}
      renderDragged={() => { const content = dragged && cardContent(module, dragged.record, fields, dragged.from.isOver); return content && <div className="mk-card"><CardFace content={content} name={<span className="mk-card-name">{content.title}</span>} /></div>; }}
    >
      {field.readOnly === true && <p className="mk-fixed">{t('board.fixed', { field: field.label })}</p>}
      {isPhone && <LaneTabs board={board} shown={shown} onShow={show} />}
      <div ref={scroller} className="mk-board" onScroll={onScroll} onKeyDown={(event) => handleBoardKey({ board, find }, event)}>
        {lanes.map((lane, at) => {
          const isFolded = !isPhone && (folds[lane.id] ?? lane.isFolded);
          return (
            <BoardLane
              key={lane.id} board={board} lane={lane} fields={fields} query={asked} revision={revision} keysId={keysId} onCards={onCards} isFolded={isFolded}
              onFold={isPhone ? undefined : (next) => keepFolds({ ...folds, [lane.id]: next })} onAdd={canAdd && lane.isOpen && lane.value !== null ? () => setAdding(lane) : undefined}
              isRead={lane.count > 0 && (!isPhone || Math.abs(at - shown) <= 1)}
            />
          );
        })}
      </div>
      <p id={keysId} className="ms-visually-hidden">{t('board.keys')}</p>
      <p className="ms-visually-hidden" role="status">{board.status}</p>
      {adding !== undefined && <QuickCreateDialog moduleName={module.name} prefill={{ [field.fieldName]: adding.value }} onClose={() => setAdding(undefined)} onCreated={(record) => added(recordName(module, record))} />}
    </DragRoom>
  );
}

/** The list as lanes of cards, by the options of a field: dragging a card to another lane is a save as every other. */
export function BoardView(props: FaceProps) {
  const { module, list, item, revision } = props;
  const { field } = item;
  const { groups, error, refetch } = useGroups(module, list.query, { field: item.fieldName });
  const lanes = useMemo(() => (field === undefined || groups === undefined ? undefined : listLanes(module, field, groups, t('board.without', { field: inSentence(item.label) }))), [module, field, groups, item.label]);
  const total = useGroupsReport(props, error, groups);
  useReread(revision, refetch);
  if (error && groups === undefined) return <ErrorState title={t('board.laneFailed')} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  if (lanes === undefined || field === undefined) return <SkeletonRows rows={8} columns={5} height={84} />;
  if (total === 0) return <EmptyList module={module} list={list} />;
  return <BoardBody {...props} field={field} lanes={lanes} />;
}
