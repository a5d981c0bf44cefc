import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { Icon } from '#ui';
import type { DocumentInput, DocumentPage, InputPlace } from '../../shared/document.ts';
import { INPUT_ICONS } from '../pages/input-icons.ts';
import { hueClass } from '../pages/recipient-roles.ts';
import { snapPlace, type AlignLine } from './geometry.ts';
import { tEditor } from './texts.ts';
import type { Editor } from './use-editor.ts';

/** Id of the text that says which keys move an input. */
export const PLACED_HELP = 'sg-placed-help';

const ARROWS: { readonly [key: string]: readonly [number, number] } = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** Points of an arrow key with Alt. */
const FAR = 10;

interface Drag {
  readonly x: number;
  readonly y: number;
  readonly corner: string | undefined;
  readonly places: Readonly<Record<string, InputPlace>>;
  readonly step: string;
}

interface PlacedInputProps {
  readonly editor: Editor;
  readonly page: DocumentPage;
  /** 0 is the first page. */
  readonly pageIndex: number;
  readonly input: DocumentInput;
  /** Pixels of a point. */
  readonly scale: number;
  readonly isReadOnly: boolean;
  readonly onAlign: (lines: readonly AlignLine[]) => void;
}

/** Moves the edges of a place that a corner is at. */
function dragCorner(place: InputPlace, corner: string, x: number, y: number): InputPlace {
  const isLeft = corner.includes('w');
  const isTop = corner.includes('n');
  return {
    x: isLeft ? place.x + x : place.x,
    y: isTop ? place.y + y : place.y,
    width: place.width + (isLeft ? -x : x),
    height: place.height + (isTop ? -y : y),
  };
}

let drags = 0;

function useDrag({ editor, page, input, scale, isReadOnly, onAlign }: PlacedInputProps) {
  const drag = useRef<Drag>(undefined);
  const { state, dispatch, isSnapping } = editor;
  const start = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    if (event.shiftKey) return dispatch({ kind: 'toggle', id: input.id });
    const ids = state.selected.includes(input.id) ? state.selected : [input.id];
    if (ids !== state.selected) dispatch({ kind: 'select', ids });
    if (isReadOnly) return;
    const corner = (event.target as HTMLElement).dataset['corner'];
    const own = page.inputs.filter(({ id }) => (corner === undefined ? ids.includes(id) : id === input.id));
    event.currentTarget.setPointerCapture?.(event.pointerId);
    drags += 1;
    drag.current = {
      x: event.clientX,
      y: event.clientY,
      corner,
      places: Object.fromEntries(own.map(({ id, place }) => [id, place])),
      step: `drag-${drags}`,
    };
  };
  const move = (event: PointerEvent<HTMLElement>): void => {
    const { current } = drag;
    const from = current?.places[input.id];
    if (current === undefined || from === undefined) return;
    const [x, y] = [(event.clientX - current.x) / scale, (event.clientY - current.y) / scale];
    if (current.corner !== undefined)
      return dispatch({ kind: 'place', places: { [input.id]: dragCorner(from, current.corner, x, y) }, step: current.step });
    const moved = { ...from, x: from.x + x, y: from.y + y };
    const others = page.inputs.filter(({ id }) => !(id in current.places)).map(({ field, place }) => ({ label: field.label, place }));
    const snapped = isSnapping ? snapPlace(moved, page, others) : { place: moved, lines: [] };
    const [byX, byY] = [snapped.place.x - from.x, snapped.place.y - from.y];
    const places = Object.entries(current.places).map(([id, place]) => [id, { ...place, x: place.x + byX, y: place.y + byY }] as const);
    onAlign(snapped.lines);
    dispatch({ kind: 'place', places: Object.fromEntries(places), step: current.step });
  };
  const end = (): void => {
    drag.current = undefined;
    onAlign([]);
  };
  return { onPointerDown: start, onPointerMove: move, onPointerUp: end, onPointerCancel: end };
}

function handleKey({ editor, input }: PlacedInputProps, event: KeyboardEvent): void {
  const { state, dispatch } = editor;
  const isSelected = state.selected.includes(input.id);
  const arrow = ARROWS[event.key];
  const isCommand = event.ctrlKey || event.metaKey;
  const run = (action: Parameters<typeof dispatch>[0]): void => {
    event.preventDefault();
    event.stopPropagation();
    if (!isSelected) dispatch({ kind: 'select', ids: [input.id] });
    dispatch(action);
  };
  if (arrow !== undefined) {
    const [x, y] = arrow.map((one) => one * (event.altKey ? FAR : 1)) as [number, number];
    if (event.shiftKey) run({ kind: 'resize', width: x, height: y, step: `size-${input.id}` });
    else run({ kind: 'shift', x, y, step: `key-${input.id}` });
  } else if (event.key === 'Delete' || event.key === 'Backspace') run({ kind: 'delete' });
  else if (isCommand && event.key.toLowerCase() === 'd') run({ kind: 'duplicate' });
  else if (event.key === 'Escape') run({ kind: 'select', ids: [] });
}

const CORNERS = ['nw', 'ne', 'sw', 'se'] as const;

/** An input on a page of the editor: dragged by its middle, sized by its corners, or moved by keys. */
export function PlacedInput(props: PlacedInputProps) {
  const { editor, pageIndex, input, scale, isReadOnly } = props;
  const { place, field, type } = input;
  const isSelected = editor.state.selected.includes(input.id);
  const text = { label: field.label, type: type.inputType, role: input.assigned_to, page: pageIndex + 1 };
  return (
    <button
      type="button"
      className={`sg-input sg-placed ${hueClass(input.assigned_to)}`}
      style={{ left: place.x * scale, top: place.y * scale, width: place.width * scale, height: place.height * scale }}
      data-input={input.id}
      aria-pressed={isSelected}
      aria-label={tEditor('placed', text)}
      {...(isReadOnly ? {} : { 'aria-describedby': PLACED_HELP })}
      {...useDrag(props)}
      onClick={(event) => {
        // The keyboard: a pointer has selected it already.
        if (event.detail === 0) editor.dispatch({ kind: 'select', ids: [input.id] });
      }}
      onKeyDown={(event) => isReadOnly || handleKey(props, event)}
    >
      <Icon of={INPUT_ICONS[type.inputType]} size={14} />
      <span className="ms-clip">{field.label}</span>
      {input.conditionsControl !== undefined && <span className="sg-mark">{input.conditionsControl.conditionActionResult}</span>}
      {isSelected && !isReadOnly && CORNERS.map((corner) => <span key={corner} className="sg-corner" data-corner={corner} aria-hidden />)}
    </button>
  );
}
