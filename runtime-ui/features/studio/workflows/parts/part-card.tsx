import type { LucideIcon } from 'lucide-react';
import { ArrowDown, ArrowUp, ChevronDown, ChevronUp, Copy, Ellipsis, GripVertical, Pencil, Trash2, TriangleAlert } from 'lucide-react';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { Icon, IconButton, Menu, t, type MenuItem, type PillHue } from '../../../../kit/index.ts';
import { useBuilder } from '../builder-context.ts';
import { capitalize, dropMarks } from '../model/workflow-names.ts';
import { Sentence } from './sentence.tsx';

export interface PartCardProps {
  /** Unique in the workflow. */
  readonly id: string;
  readonly icon: LucideIcon;
  readonly hue: PillHue;
  readonly sentence: string;
  /** Shown before the sentence. */
  readonly name?: string | undefined;
  /** Of the definition, without those of the parts inside of it. */
  readonly problems: readonly string[];
  /** The inputs; shown while the part is open. */
  readonly form: ReactNode;
  readonly onCopy?: () => void;
  readonly onRemove?: () => void;
  /** Moves it one place up or down; undefined: it is at the edge. Absent: it has no order. */
  readonly moves?: { readonly up: (() => void) | undefined; readonly down: (() => void) | undefined };
  /** Set for a part that can be dragged. */
  readonly dragRef?: Ref<HTMLDivElement>;
  readonly isDragged?: boolean;
  readonly isOver?: boolean;
  /** The parts inside of it, shown always. */
  readonly children?: ReactNode;
}

/** A part of a workflow: its sentence, which opens its inputs. */
export function PartCard(props: PartCardProps) {
  const { id, icon, hue, sentence, name, problems, form, dragRef, isDragged, isOver, children } = props;
  const { opened, open } = useBuilder();
  const isOpen = opened === id;
  return (
    <div
      className="sw-part"
      role="group"
      aria-label={readAloud(sentence)}
      data-part={id}
      data-open={isOpen || undefined}
      data-dragged={isDragged || undefined}
      data-over={isOver || undefined}
      data-wrong={problems.length > 0 || undefined}
    >
      <div ref={dragRef} className="sw-head" data-drag={dragRef !== undefined || undefined} onKeyDown={(event) => moveByKey(event, props)}>
        {dragRef !== undefined && <Icon of={GripVertical} size={14} className="sw-grip" />}
        <span className={`sw-icon ms-hue-${hue}`}>
          <Icon of={icon} />
        </span>
        <button
          type="button"
          className="sw-sentence"
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}-form` : undefined}
          aria-keyshortcuts={props.moves && 'Alt+ArrowUp Alt+ArrowDown'}
          onClick={() => open(isOpen ? undefined : id)}
        >
          {name !== undefined && <span className="sw-name">{name}: </span>}
          <Sentence text={sentence} />
          <Icon of={isOpen ? ChevronUp : ChevronDown} size={14} className="sw-chevron" />
        </button>
        <PartMenu {...props} isOpen={isOpen} />
      </div>
      <Problems problems={problems} />
      {isOpen && (
        <div id={`${id}-form`} className="sw-form">
          {form}
        </div>
      )}
      {children}
    </div>
  );
}

function readAloud(sentence: string): string {
  return capitalize(dropMarks(sentence));
}

function moveByKey(event: KeyboardEvent<HTMLElement>, { moves }: PartCardProps): void {
  if (moves === undefined || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
  event.preventDefault();
  event.stopPropagation();
  (event.key === 'ArrowUp' ? moves.up : moves.down)?.();
}

export function Problems({ problems }: { readonly problems: readonly string[] }) {
  if (problems.length === 0) return null;
  return (
    <ul className="sw-problems">
      {problems.map((problem) => (
        <li key={problem}>
          <Icon of={TriangleAlert} size={14} /> {problem}
        </li>
      ))}
    </ul>
  );
}

function PartMenu({ id, sentence, moves, onCopy, onRemove, isOpen }: PartCardProps & { readonly isOpen: boolean }) {
  const { open } = useBuilder();
  if (moves === undefined && onCopy === undefined && onRemove === undefined) return null;
  const label = t('studioWorkflows.part.more', { part: readAloud(sentence) });
  const items: readonly MenuItem[] = [
    {
      id: 'edit',
      label: t(isOpen ? 'studioWorkflows.part.close' : 'studioWorkflows.part.edit'),
      icon: Pencil,
      onSelect: () => open(isOpen ? undefined : id),
    },
    ...(onCopy === undefined ? [] : [{ id: 'copy', label: t('studioWorkflows.part.copy'), icon: Copy, onSelect: onCopy }]),
    ...(moves === undefined ? [] : [moveItem('up', moves.up), moveItem('down', moves.down)]),
  ];
  const remove = { id: 'remove', label: t('studioWorkflows.part.remove'), icon: Trash2, danger: true };
  return (
    <Menu
      label={label}
      target={<IconButton icon={Ellipsis} size="sm" label={label} />}
      groups={[{ id: 'part', items }, ...(onRemove === undefined ? [] : [{ id: 'remove', items: [{ ...remove, onSelect: onRemove }] }])]}
    />
  );
}

function moveItem(id: 'up' | 'down', onSelect: (() => void) | undefined): MenuItem {
  return {
    id,
    label: t(`studioWorkflows.part.${id}`),
    icon: id === 'up' ? ArrowUp : ArrowDown,
    disabled: onSelect === undefined,
    ...(onSelect && { onSelect }),
  };
}
