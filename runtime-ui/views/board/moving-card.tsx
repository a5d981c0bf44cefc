import { CircleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { recordName } from '../../headless/index.ts';
import { useFieldMove } from '../../headless/inline/index.ts';
import { Dialog, Icon, Popover, t, useBreakpoint } from '../../kit/index.ts';
import { hasErrorDialog, updateLabel, PluginErrorDialog } from '../field-update/field-update-dialog.tsx';
import { FieldUpdateForm } from '../field-update/field-update-form.tsx';
import { CardBody } from './card-body.tsx';
import { cardContent, type CardFields } from './card-content.ts';
import type { Board, CardMove } from './use-board.ts';

interface MovingCardProps {
  readonly board: Board;
  readonly move: CardMove;
  readonly fields: CardFields;
}

/**
 * A card in the column that it was dropped on. It is saved like any other edit. If something is missing, the save is blocked and a form
 * next to the card requests it.
 */
export function MovingCard({ board, move, fields }: MovingCardProps) {
  const { module, field, promptedId, markBlocked, openPrompt, revertMove, finish } = board;
  const { record, to } = move;
  const isPhone = useBreakpoint() === 'phone';
  const cardRef = useRef<HTMLDivElement>(null);
  const value = to.value ?? undefined;
  const update = useFieldMove({ module, field, record, value, problem: move.problem, onSaved: (save) => finish(move, save) });
  const { problem } = update;
  const isBlocked = problem !== undefined;
  const isAsking = isBlocked && promptedId === record._id;
  const [wasOpened, setOpened] = useState(false);
  if (isAsking && !wasOpened) setOpened(true);
  useEffect(() => {
    if (!isBlocked) return;
    markBlocked(record._id);
    cardRef.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isBlocked, markBlocked, record._id]);
  const cancel = () => revertMove(move);
  const theirs = () => revertMove(move, true);
  // Esc reverts the move, wherever the focus is.
  useEffect(() => {
    if (!isAsking) return;
    const listen = (event: globalThis.KeyboardEvent) => {
      if (
        event.key !== 'Escape' ||
        event.defaultPrevented ||
        (event.target instanceof Element && event.target.closest('[role="dialog"], [role="listbox"], [role="menu"]') !== null)
      )
        return;
      event.preventDefault();
      revertMove(move);
    };
    globalThis.addEventListener('keydown', listen);
    return () => globalThis.removeEventListener('keydown', listen);
  }, [isAsking, revertMove, move]);
  const content = cardContent(module, record, fields);
  const cardElement = (
    <div
      ref={cardRef}
      role="group"
      aria-label={recordName(module, record)}
      className="mk-card mk-moving"
      data-raised={isBlocked || undefined}
      aria-busy={update.isSaving || undefined}
    >
      <CardBody content={content} name={<span className="mk-card-name">{content.title}</span>} />
      {isBlocked && !isAsking && (
        <button
          type="button"
          className="mk-prompt"
          aria-label={t('board.waits', { name: content.title })}
          onClick={() => openPrompt(record._id)}
        >
          <Icon of={CircleAlert} size={14} />
          {t('transition.title')}
        </button>
      )}
    </div>
  );
  if (problem === undefined) return <li>{cardElement}</li>;
  if (!isAsking && (isPhone || hasErrorDialog(update))) return <li>{cardElement}</li>;
  if (hasErrorDialog(update))
    return (
      <li>
        {cardElement}
        <PluginErrorDialog
          module={module}
          field={field}
          record={record}
          value={value}
          update={update}
          onCancel={cancel}
          onTheirs={theirs}
        />
      </li>
    );
  const label = updateLabel(module, field, value);
  const form = (
    <FieldUpdateForm
      module={module}
      field={field}
      record={record}
      value={value}
      update={update}
      problem={problem}
      label={label}
      cancelLabel={t('transition.putBack')}
      onCancel={cancel}
      onTheirs={theirs}
    />
  );
  if (isPhone)
    return (
      <li>
        {cardElement}
        <Dialog opened title={recordName(module, record)} size="confirm" onCancel={cancel} dirty>
          {form}
        </Dialog>
      </li>
    );
  return (
    <li>
      <Popover
        target={cardElement}
        opened={isAsking}
        isPersistent
        keepMounted
        onClose={cancel}
        label={t('transition.title')}
        width={340}
        position="bottom-start"
      >
        {wasOpened && form}
      </Popover>
    </li>
  );
}

/** A card that is moved by keyboard, in the column that is chosen. */
export function KeyboardDraggedCard({ board, fields }: Omit<MovingCardProps, 'move'>) {
  const cardRef = useRef<HTMLButtonElement>(null);
  const { module, drag } = board;
  const columnId = drag?.over?.id;
  useEffect(() => {
    cardRef.current?.focus({ preventScroll: true });
    cardRef.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [columnId]);
  if (drag === undefined) return null;
  const content = cardContent(module, drag.record, fields);
  return (
    <li className="mk-card mk-moving" data-raised>
      <CardBody
        content={content}
        name={
          <button ref={cardRef} type="button" className="mk-card-name mk-dragged">
            {content.title}
          </button>
        }
      />
    </li>
  );
}
