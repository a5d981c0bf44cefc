import { createContext, use, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { LayoutDefinition } from '#engine/model/definitions';
import { t } from '../../../../kit/index.ts';
import { applyDrop, applyStep, describePlace, readKey, type FrameKey } from '../model/drop.ts';
import { findPlace, placeLast, removeField, removeSection } from '../model/layout-edit.ts';
import { isSideKind, listShown, placeSide, removeSide, type SideNames } from '../model/side-pane.ts';

/** What the elements of the editor can do; always the same object, so that nothing renders because of it. */
export interface EditorActions {
  readonly select: (key: FrameKey | undefined) => void;
  /** Changes the layout, unless nothing changes. */
  readonly edit: (change: (layout: LayoutDefinition) => LayoutDefinition) => void;
  /** Places an element of the palette: a field at the end of the selected section, a related list or a panel behind the others. */
  readonly add: (key: FrameKey) => void;
  readonly remove: (key: FrameKey) => void;
  readonly drop: (dragged: string, target: string | undefined) => void;
  /** Takes an element up with the keyboard; one of the palette is placed at the end of the selected section first. */
  readonly grab: (key: FrameKey) => void;
  readonly step: (by: 1 | -1) => void;
  /** Lays the grabbed element down where it is. */
  readonly release: () => void;
  /** Puts the grabbed element back. */
  readonly cancel: () => void;
}

interface Grab {
  readonly key: FrameKey;
  /** The layout as it would be if the element were laid down. */
  readonly layout: LayoutDefinition;
}

/** The state of an editor. */
export interface Editor {
  /** The layout as it is shown, with the grabbed element at its present place. */
  readonly layout: LayoutDefinition;
  readonly selected: FrameKey | undefined;
  readonly grabbed: FrameKey | undefined;
  /** For screen readers: what the last action did. */
  readonly said: string;
  readonly actions: EditorActions;
}

export interface EditorOptions {
  readonly layout: LayoutDefinition;
  /** What can be beside a record. */
  readonly side: SideNames;
  readonly onChange: (layout: LayoutDefinition) => void;
  /** The name of an element for people. */
  readonly nameOf: (key: string) => string;
}

const ActionsContext = createContext<EditorActions | undefined>(undefined);
export const EditorActionsProvider = ActionsContext.Provider;

export function useEditorActions(): EditorActions {
  const actions = use(ActionsContext);
  if (actions === undefined) throw new TypeError('useEditorActions is called outside of an editor.');
  return actions;
}

/** The section that new fields are added to: the selected one, or that of the selected field, or the last one. */
function targetSection(layout: LayoutDefinition, selected: FrameKey | undefined): string {
  const { kind, name } = readKey(selected ?? ':');
  const section = kind === 'section' ? name : findPlace(layout, name)?.section;
  return layout.sections.find(({ id }) => id === section)?.id ?? layout.sections.at(-1)?.id ?? '';
}

/** Places what the palette has: on the canvas it has the name of the result. */
function placeElement(layout: LayoutDefinition, key: FrameKey, selected: FrameKey | undefined, side: SideNames): LayoutDefinition {
  const { kind, name } = readKey(key);
  return isSideKind(kind) ? placeSide(layout, kind, name, undefined, side) : placeLast(layout, name, targetSection(layout, selected));
}

/** The element of the canvas that an element of the palette becomes. */
function toPlaced(key: FrameKey): FrameKey {
  const { kind, name } = readKey(key);
  return kind === 'palette' ? `field:${name}` : key;
}

function isInPalette(layout: LayoutDefinition, key: FrameKey, side: SideNames): boolean {
  const { kind, name } = readKey(key);
  return isSideKind(kind) ? !listShown(layout, kind, side).includes(name) : kind === 'palette';
}

/** "Phone: position 2 of 5 in Contact". */
function sayPlace(layout: LayoutDefinition, key: FrameKey, name: string, side: SideNames): string {
  const found = describePlace(layout, key, side);
  if (found === undefined) return '';
  return found.section === '' ? t('studioLayout.place', { name, ...found }) : t('studioLayout.placeIn', { name, ...found });
}

/** What the actions read and set. */
interface EditorState {
  readonly latest: RefObject<EditorOptions & { readonly selected: FrameKey | undefined; readonly grab: Grab | undefined }>;
  readonly setSelected: (key: FrameKey | undefined) => void;
  readonly setGrab: (grab: Grab | undefined) => void;
  readonly setSaid: (text: string) => void;
}

function createEdits({ latest, setSelected, setSaid }: EditorState): Pick<EditorActions, 'edit' | 'add' | 'remove' | 'drop'> {
  const edit: EditorActions['edit'] = (change) => {
    const { layout: before, onChange } = latest.current;
    const next = change(before);
    if (next !== before) onChange(next);
  };
  return {
    edit,
    add: (key) => {
      const { selected, side, nameOf } = latest.current;
      const placed = toPlaced(key);
      edit((before) => placeElement(before, key, selected, side));
      setSaid(t('studioLayout.added', { name: nameOf(placed) }));
      setSelected(placed);
    },
    remove: (key) => {
      const { kind, name } = readKey(key);
      const { side, nameOf } = latest.current;
      setSaid(t('studioLayout.removed', { name: nameOf(key) }));
      edit((before) => {
        if (isSideKind(kind)) return removeSide(before, kind, name, side);
        return kind === 'section' ? removeSection(before, name) : removeField(before, name);
      });
      setSelected(undefined);
    },
    drop: (dragged, target) => {
      if (target === undefined) return;
      edit((before) => applyDrop(before, dragged, target, latest.current.side));
      setSelected(toPlaced(dragged as FrameKey));
    },
  };
}

function createGrabs(
  { latest, setSelected, setGrab, setSaid }: EditorState,
  edit: EditorActions['edit'],
): Omit<EditorActions, 'edit' | 'add' | 'remove' | 'drop'> {
  const show = (next: Grab, isNew: boolean) => {
    setGrab(next);
    const { nameOf, side } = latest.current;
    const text = sayPlace(next.layout, next.key, nameOf(next.key), side);
    setSaid(isNew ? `${text}. ${t('studioLayout.grabbed')}` : text);
  };
  const end = (text: 'dropped' | 'cancelled') => {
    const { grab, nameOf } = latest.current;
    if (grab === undefined) return;
    setGrab(undefined);
    latest.current = { ...latest.current, grab: undefined };
    setSaid(t(`studioLayout.${text}`, { name: nameOf(grab.key) }));
    if (text === 'dropped') edit(() => grab.layout);
  };
  return {
    select: (key) => {
      if (latest.current.grab?.key !== key) end('dropped');
      setSelected(key);
    },
    grab: (key) => {
      const { layout, selected, side } = latest.current;
      const own = toPlaced(key);
      setSelected(own);
      show({ key: own, layout: isInPalette(layout, key, side) ? placeElement(layout, key, selected, side) : layout }, true);
    },
    step: (by) => {
      const { grab, side } = latest.current;
      if (grab !== undefined) show({ ...grab, layout: applyStep(grab.layout, grab.key, by, side) }, false);
    },
    release: () => end('dropped'),
    cancel: () => end('cancelled'),
  };
}

/** The editor of a layout: what is selected and grabbed, and all its changes. */
export function useEditor(options: EditorOptions): Editor {
  const [selected, setSelected] = useState<FrameKey | undefined>(undefined);
  const [grab, setGrab] = useState<Grab | undefined>(undefined);
  const [said, setSaid] = useState('');
  const latest = useRef({ ...options, selected, grab });
  useLayoutEffect(() => {
    latest.current = { ...options, selected, grab };
  });
  const [actions] = useState<EditorActions>(() => {
    const state: EditorState = { latest, setSelected, setGrab, setSaid };
    const edits = createEdits(state);
    return { ...edits, ...createGrabs(state, edits.edit) };
  });
  return { layout: grab?.layout ?? options.layout, selected, grabbed: grab?.key, said, actions };
}
