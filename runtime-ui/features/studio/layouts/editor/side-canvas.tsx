import { GripVertical } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import type { LayoutDefinition } from '#engine/model/definitions';
import type { ModuleView, RelationView } from '#engine/model/wire';
import type { RecordData } from '../../../../client/index.ts';
import { Icon, t } from '../../../../kit/index.ts';
import { useDropTarget } from '../../../../kit/drag/index.ts';
import { listRelatedLists, RelatedListPreview, SidePanelPreview, useSidePanels } from '../../../../views/canvas/index.ts';
import { readKey, type FrameKey } from '../model/drop.ts';
import { listShown, RELATED_PANEL, type SideKind, type SideNames } from '../model/side-pane.ts';
import { KEYS_HELP, useFrame } from './field-frame.tsx';
import { pressFrameKey } from './frame-keys.ts';

/** Everything that can be beside a record of a module. */
export interface SideParts {
  readonly names: SideNames;
  readonly lists: readonly RelationView[];
  readonly panels: ReturnType<typeof useSidePanels>;
  readonly labelOf: (kind: SideKind, name: string) => string;
}

/** The related lists and panels of a module, as the product and its plugins have them. */
export function useSideParts(module: ModuleView): SideParts {
  const panels = useSidePanels(module);
  const ids = panels.map(({ id }) => id).join(' ');
  const lists = useMemo(() => listRelatedLists(module), [module]);
  const names = useMemo(() => ({ list: lists.map(({ name }) => name), panel: ids === '' ? [] : ids.split(' ') }), [lists, ids]);
  return {
    names,
    lists,
    panels,
    labelOf: (kind, name) =>
      (kind === 'list'
        ? module.relations.find((one) => one.name === name)?.label
        : (panels.find(({ id }) => id === name)?.label ?? (name === 'files' ? t('files.title') : undefined))) ?? name,
  };
}

interface FrameProps {
  readonly frame: FrameKey;
  readonly label: string;
  readonly isSelected: boolean;
  readonly isGrabbed: boolean;
  readonly isTabStop: boolean;
}

/** The name of a panel, as a tab. */
function PanelFrame({ frame, label, isSelected, isGrabbed, isTabStop, isOpen }: FrameProps & { readonly isOpen: boolean }) {
  const { ref, actions, isDragged, isOver } = useFrame(frame);
  return (
    <div
      ref={ref}
      role="button"
      tabIndex={isTabStop ? 0 : -1}
      className="sl-panel"
      aria-label={label}
      aria-describedby={KEYS_HELP}
      aria-pressed={isGrabbed}
      data-frame={frame}
      data-open={isOpen || undefined}
      data-selected={isSelected || undefined}
      data-grabbed={isGrabbed || undefined}
      data-dragged={isDragged || undefined}
      data-over={isOver || undefined}
      onClick={() => actions.select(frame)}
      onKeyDown={(event) => pressFrameKey(event, frame, isGrabbed, actions)}
    >
      <Icon of={GripVertical} size={12} />
      {label}
    </div>
  );
}

/** A related list with its records. */
function ListFrame({ frame, label, isSelected, isGrabbed, isTabStop, children }: FrameProps & { readonly children: ReactNode }) {
  const { ref, actions, isDragged, isOver } = useFrame(frame);
  return (
    <div
      ref={ref}
      className="sl-frame"
      data-selected={isSelected || undefined}
      data-grabbed={isGrabbed || undefined}
      data-dragged={isDragged || undefined}
      data-over={isOver || undefined}
    >
      <div inert className="sl-content">
        {children}
      </div>
      <div
        role="button"
        tabIndex={isTabStop ? 0 : -1}
        className="sl-handle"
        aria-label={label}
        aria-describedby={KEYS_HELP}
        aria-pressed={isGrabbed}
        data-frame={frame}
        onClick={() => actions.select(frame)}
        onKeyDown={(event) => pressFrameKey(event, frame, isGrabbed, actions)}
      />
      <span className="sl-tag" aria-hidden>
        <Icon of={GripVertical} size={12} />
        {label}
      </span>
    </div>
  );
}

/** The place behind the last panel or list. */
function SideEnd({ kind, isEmpty }: { readonly kind: SideKind; readonly isEmpty: boolean }) {
  const { ref, isOver } = useDropTarget(`${kind}End:`, false);
  return (
    <div ref={ref} className="sl-end" data-over={isOver || undefined} data-empty={isEmpty || undefined}>
      {isEmpty && t(kind === 'list' ? 'studioLayout.noLists' : 'studioLayout.noPanels')}
    </div>
  );
}

interface SideCanvasProps {
  readonly module: ModuleView;
  readonly record: RecordData | undefined;
  readonly layout: LayoutDefinition;
  readonly parts: SideParts;
  readonly selected: FrameKey | undefined;
  readonly grabbed: FrameKey | undefined;
}

/** The panel whose content is shown: the selected one, that of a selected related list, else the one that a record opens with. */
function findOpen(selected: FrameKey | undefined, panels: readonly string[]): string | undefined {
  const { kind, name } = readKey(selected ?? ':');
  const wanted = kind === 'panel' ? name : RELATED_PANEL;
  return panels.find((panel) => panel === wanted) ?? panels[0];
}

/** What is beside a record: its panels as tabs, and the related lists, each with a frame. */
export function SideCanvas({ module, record, layout, parts, selected, grabbed }: SideCanvasProps) {
  const panels = listShown(layout, 'panel', parts.names);
  const lists = listShown(layout, 'list', parts.names);
  const open = findOpen(selected, panels);
  const openPanel = parts.panels.find(({ id }) => id === open);
  const isRelated = open === RELATED_PANEL;
  const keys: readonly FrameKey[] = [
    ...panels.map((name): FrameKey => `panel:${name}`),
    ...(isRelated ? lists.map((name): FrameKey => `list:${name}`) : []),
  ];
  const tabStop = selected !== undefined && keys.includes(selected) ? selected : keys[0];
  const propsOf = (kind: SideKind, name: string): FrameProps => {
    const frame: FrameKey = `${kind}:${name}`;
    const marks = { isSelected: selected === frame, isGrabbed: grabbed === frame, isTabStop: tabStop === frame };
    return { frame, label: parts.labelOf(kind, name), ...marks };
  };
  return (
    <div className="sl-canvas sl-side-canvas" data-canvas data-look="side" role="group" aria-label={t('views.record.side')}>
      <div className="sl-panels">
        {panels.map((name) => (
          <PanelFrame key={name} {...propsOf('panel', name)} isOpen={name === open} />
        ))}
        <SideEnd kind="panel" isEmpty={panels.length === 0} />
      </div>
      {isRelated && (
        <div className="sl-lists">
          {lists.map((name) => (
            <ListFrame key={name} {...propsOf('list', name)}>
              <ListContent module={module} record={record} name={name} lists={lists} label={parts.labelOf('list', name)} />
            </ListFrame>
          ))}
          <SideEnd kind="list" isEmpty={lists.length === 0} />
        </div>
      )}
      {!isRelated && openPanel !== undefined && (
        <div inert className="sl-panel-content">
          {record === undefined ? <p className="sl-note">{openPanel.label}</p> : <SidePanelPreview panel={openPanel} record={record} />}
        </div>
      )}
    </div>
  );
}

interface ListContentProps extends Pick<SideCanvasProps, 'module' | 'record'> {
  readonly name: string;
  readonly label: string;
  readonly lists: readonly string[];
}

/** The real list; without a record, and of a relation that is not there any more, its name. */
function ListContent({ module, record, name, label, lists }: ListContentProps) {
  const find = (one: string) => module.relations.find((relation) => relation.name === one);
  const relation = find(name);
  if (record === undefined || relation === undefined || relation.modules.length === 0) return <div className="sl-plain">{label}</div>;
  const isOneOfSeveral = lists.some((one) => one !== name && find(one)?.modules[0] === relation.modules[0]);
  return <RelatedListPreview module={module} relation={relation} record={record} isOneOfSeveral={isOneOfSeveral} />;
}
