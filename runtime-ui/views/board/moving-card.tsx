import { CircleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { recordName } from '../../headless/index.ts';
import { useFieldMove } from '../../headless/inline/index.ts';
import { Dialog, Icon, Popover, t, useBreakpoint } from '../../kit/index.ts';
import { hasOwnDialog, moveLabel, OwnDialog } from '../ask/move-field.tsx';
import { MoveForm } from '../ask/move-form.tsx';
import { CardFace } from './card-face.tsx';
import { cardContent, type CardFields } from './card-content.ts';
import type { Board, BoardMove } from './use-board.ts';

interface MovingCardProps {
  readonly board: Board;
  readonly move: BoardMove;
  readonly fields: CardFields;
}

/** A card in the lane that it was dropped on: it is saved as every edit is, and held while something is missing, which is asked for beside it. */
export function MovingCard({ board, move, fields }: MovingCardProps) {
  const { module, field, asking, hold, ask, takeBack, finish } = board;
  const { record, to } = move;
  const isPhone = useBreakpoint() === 'phone';
  const card = useRef<HTMLDivElement>(null);
  const value = to.value ?? undefined;
  const saving = useFieldMove({ module, field, record, value, trouble: move.trouble, onSaved: (save) => finish(move, save) });
  const { trouble } = saving;
  const isHeld = trouble !== undefined;
  const isAsking = isHeld && asking === record._id;
  const [wasAsked, setAsked] = useState(false);
  if (isAsking && !wasAsked) setAsked(true);
  useEffect(() => {
    if (!isHeld) return;
    hold(record._id);
    card.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isHeld, hold, record._id]);
  const cancel = () => takeBack(move);
  const theirs = () => takeBack(move, true);
  // Esc puts it back wherever the focus is.
  useEffect(() => {
    if (!isAsking) return;
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || (event.target instanceof Element && event.target.closest('[role="dialog"], [role="listbox"], [role="menu"]') !== null)) return;
      event.preventDefault();
      takeBack(move);
    };
    globalThis.addEventListener('keydown', listen);
    return () => globalThis.removeEventListener('keydown', listen);
  }, [isAsking, takeBack, move]);
  const content = cardContent(module, record, fields, to.isOver);
  const face = <div ref={card} role="group" aria-label={recordName(module, record)} className="mk-card mk-moving" data-held={isHeld || undefined} aria-busy={saving.isSaving || undefined}><CardFace content={content} name={<span className="mk-card-name">{content.title}</span>} />{isHeld && !isAsking && <button type="button" className="mk-waits" aria-label={t('board.waits', { name: content.title })} onClick={() => ask(record._id)}><Icon of={CircleAlert} size={14} />{t('ask.title')}</button>}</div>;
  if (trouble === undefined) return <li>{face}</li>;
  if (!isAsking && (isPhone || hasOwnDialog(saving))) return <li>{face}</li>;
  if (hasOwnDialog(saving)) return <li>{face}<OwnDialog module={module} field={field} record={record} value={value} move={saving} onCancel={cancel} onTheirs={theirs} /></li>;
  const label = moveLabel(module, field, value);
  const form = <MoveForm module={module} field={field} record={record} value={value} move={saving} trouble={trouble} label={label} cancelLabel={t('ask.putBack')} onCancel={cancel} onTheirs={theirs} />;
  if (isPhone) return <li>{face}<Dialog opened title={recordName(module, record)} size="confirm" onCancel={cancel} dirty>{form}</Dialog></li>;
  return <li><Popover target={face} opened={isAsking} isHeld isKept onClose={cancel} label={t('ask.title')} width={340} position="bottom-start">{wasAsked && form}</Popover></li>;
}

/** A card carried by keys, in the lane that they chose. */
export function CarriedCard({ board, fields }: Omit<MovingCardProps, 'move'>) {
  const card = useRef<HTMLButtonElement>(null);
  const { module, carried } = board;
  const laneId = carried?.over?.id;
  useEffect(() => {
    card.current?.focus({ preventScroll: true });
    card.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [laneId]);
  if (carried === undefined) return null;
  const content = cardContent(module, carried.record, fields, false);
  return <li className="mk-card mk-moving" data-held><CardFace content={content} name={<button ref={card} type="button" className="mk-card-name mk-carried">{content.title}</button>} /></li>;
}
