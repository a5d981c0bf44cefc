import { createContext, use, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { LayoutDefinition } from '#engine/model/definitions';
import { t } from '../../../../kit/index.ts';
import { applyDrop, applyStep, describePlace, readKey, type FrameKey } from '../model/drop.ts';
import { findPlace, placeLast, removeField, removeSection } from '../model/layout-edit.ts';

/** What the elements of the editor can do; always the same object, so that nothing renders because of it. */
export interface EditorActions {
  readonly select: (key: FrameKey | undefined) => void;
  /** Changes the layout, unless nothing changes. */
  readonly edit: (change: (layout: LayoutDefinition) => LayoutDefinition) => void;
  /** Places a field at the end of the selected section. */
  readonly add: (fieldName: string) => void;
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

/** "Phone: position 2 of 5 in Contact". */
function sayPlace(layout: LayoutDefinition, key: FrameKey, name: string): string {
  const place = describePlace(layout, key);
  if (place === undefined) return '';
  return place.section === '' ? t('studioLayout.place', { name, ...place }) : t('studioLayout.placeIn', { name, ...place });
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
    add: (fieldName) => {
      const key: FrameKey = `field:${fieldName}`;
      edit((before) => placeLast(before, fieldName, targetSection(before, latest.current.selected)));
      setSaid(t('studioLayout.added', { name: latest.current.nameOf(key) }));
      setSelected(key);
    },
    remove: (key) => {
      const { kind, name } = readKey(key);
      setSaid(t('studioLayout.removed', { name: latest.current.nameOf(key) }));
      edit((before) => (kind === 'section' ? removeSection(before, name) : removeField(before, name)));
      setSelected(undefined);
    },
    drop: (dragged, target) => {
      const { kind, name } = readKey(dragged);
      if (target === undefined) return;
      edit((before) => applyDrop(before, dragged, target));
      setSelected(kind === 'section' ? `section:${name}` : `field:${name}`);
    },
  };
}

function createGrabs(
  { latest, setSelected, setGrab, setSaid }: EditorState,
  edit: EditorActions['edit'],
): Omit<EditorActions, 'edit' | 'add' | 'remove' | 'drop'> {
  const show = (next: Grab, isNew: boolean) => {
    setGrab(next);
    const place = sayPlace(next.layout, next.key, latest.current.nameOf(next.key));
    setSaid(isNew ? `${place}. ${t('studioLayout.grabbed')}` : place);
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
      const { kind, name } = readKey(key);
      const { layout, selected } = latest.current;
      const own: FrameKey = kind === 'palette' ? `field:${name}` : key;
      setSelected(own);
      show({ key: own, layout: kind === 'palette' ? placeLast(layout, name, targetSection(layout, selected)) : layout }, true);
    },
    step: (by) => {
      const { grab } = latest.current;
      if (grab !== undefined) show({ ...grab, layout: applyStep(grab.layout, grab.key, by) }, false);
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
