import { Monitor, Redo2, Smartphone, Undo2 } from 'lucide-react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { LayoutDefinition, LayoutView } from '#engine/model/definitions';
import type { IndexOffer, LayoutCost, LayoutCostItem, ModuleView } from '#engine/model/wire';
import type { RecordData } from '../../../../client/index.ts';
import { resolveItem, type LayoutItem } from '../../../../headless/index.ts';
import { IconButton, t, Tabs } from '../../../../kit/index.ts';
import { DragDropArea } from '../../../../kit/drag/index.ts';
import { readKey, type FrameKey } from '../model/drop.ts';
import { findPlace } from '../model/layout-edit.ts';
import { nameItem } from '../model/palette.ts';
import { isSideKind } from '../model/side-pane.ts';
import { VIEW_TRAITS } from '../model/view-traits.ts';
import { CardCanvas, ColumnCanvas } from './column-canvas.tsx';
import { CostLine, CostWarning, OfferProvider } from './cost.tsx';
import { KEYS_HELP } from './field-frame.tsx';
import { FieldProperties } from './field-properties.tsx';
import { LayoutProperties } from './layout-properties.tsx';
import { Palette } from './palette.tsx';
import { SectionCanvas } from './section-canvas.tsx';
import { SectionProperties } from './section-properties.tsx';
import { SideCanvas, useSideParts, type SideParts } from './side-canvas.tsx';
import { EditorActionsProvider, useEditor, type Editor } from './use-editor.ts';
import { useItems, type CanvasSection } from './use-items.ts';
import './layouts.css';

/** Undo and redo of the draft. */
export interface EditHistory {
  readonly undo: () => void;
  readonly redo: () => void;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

export interface LayoutEditorProps {
  readonly layout: LayoutDefinition;
  readonly module: ModuleView;
  /** The record that the canvas shows; undefined: there is none. */
  readonly record: RecordData | undefined;
  /** The records of a list. */
  readonly records: readonly RecordData[];
  readonly cost: LayoutCost | undefined;
  readonly history: EditHistory;
  readonly onChange: (layout: LayoutDefinition) => void;
  /** Undefined: the definition of the module cannot be changed. */
  readonly onAddIndex: ((offer: IndexOffer) => void) | undefined;
  /** Views whose layout contains a field, for the same readers. */
  readonly viewsWith: (fieldName: string) => readonly LayoutView[];
  /** Chooses the record. */
  readonly recordChooser?: ReactNode;
  /** For whom the layout is, in the properties of the layout. */
  readonly roleProperties?: ReactNode;
}

const NO_COSTS: ReadonlyMap<string, LayoutCostItem> = new Map();
const TEXT_INPUTS = 'input, textarea, select, [contenteditable]';

/** Ctrl Z and Ctrl Shift Z, except where text is typed. */
function useHistoryKeys({ undo, redo, canUndo, canRedo }: EditHistory, isGrabbing: boolean): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase();
      const isTyped = event.target instanceof Element && event.target.closest(TEXT_INPUTS) !== null;
      if (!(event.ctrlKey || event.metaKey) || isTyped || isGrabbing || (key !== 'z' && key !== 'y')) return;
      event.preventDefault();
      const isRedo = key === 'y' || event.shiftKey;
      if (isRedo && canRedo) redo();
      if (!isRedo && canUndo) undo();
    };
    globalThis.addEventListener('keydown', listen);
    return () => globalThis.removeEventListener('keydown', listen);
  }, [undo, redo, canUndo, canRedo, isGrabbing]);
}

function Toolbar({
  history,
  isPhone,
  onPhone,
  children,
}: {
  readonly history: EditHistory;
  readonly isPhone: boolean;
  readonly onPhone: (isPhone: boolean) => void;
  readonly children: ReactNode;
}) {
  return (
    <div className="sl-toolbar" role="toolbar" aria-label={t('studioLayout.tools')}>
      {children}
      <span className="sl-space" />
      <IconButton icon={Monitor} size="sm" label={t('studioLayout.desktop')} aria-pressed={!isPhone} onClick={() => onPhone(false)} />
      <IconButton icon={Smartphone} size="sm" label={t('studioLayout.phone')} aria-pressed={isPhone} onClick={() => onPhone(true)} />
      <IconButton icon={Undo2} size="sm" label={t('studioLayout.undo')} disabled={!history.canUndo} onClick={history.undo} />
      <IconButton icon={Redo2} size="sm" label={t('studioLayout.redo')} disabled={!history.canRedo} onClick={history.redo} />
    </div>
  );
}

interface CanvasProps extends Pick<LayoutEditorProps, 'module' | 'record' | 'records' | 'cost'> {
  readonly editor: Editor;
  readonly sections: readonly CanvasSection[];
  readonly parts: SideParts;
  readonly isPhone: boolean;
}

function Canvas({ module, record, records, cost, editor, sections, parts, isPhone }: CanvasProps) {
  const { layout, selected, grabbed } = editor;
  const traits = VIEW_TRAITS[layout.view];
  const costs = useMemo(() => (cost === undefined ? NO_COSTS : new Map(cost.items.map((item) => [item.field, item]))), [cost]);
  const total = cost?.records ?? 0;
  if (traits.look === 'columns')
    return (
      <>
        {isPhone && <CardCanvas module={module} records={records} sections={sections} />}
        <ColumnCanvas {...{ module, records, sections, selected, grabbed, costs, total }} />
      </>
    );
  return (
    <>
      <SectionCanvas
        {...{ module, record, sections, traits, selected, grabbed, costs, total }}
        hasRecords={records.length > 0}
        isTabbed={layout.panelType === 'tabs'}
      />
      {traits.hasSidePane && <SideCanvas {...{ module, record, layout, parts, selected, grabbed }} />}
    </>
  );
}

/** The tab of the properties that shows what is selected. */
function tabOf(selected: FrameKey | undefined): 'field' | 'section' | 'layout' {
  const { kind } = readKey(selected ?? ':');
  return kind === 'field' || kind === 'section' ? kind : 'layout';
}

interface PropertiesProps extends Pick<LayoutEditorProps, 'module' | 'cost' | 'viewsWith' | 'roleProperties'> {
  readonly editor: Editor;
  readonly items: readonly LayoutItem[];
  readonly parts: SideParts;
}

function FieldTab({ editor, items, cost, viewsWith }: PropertiesProps) {
  const { layout, selected } = editor;
  const { name } = readKey(selected ?? ':');
  const item = items.find(({ fieldName }) => `field:${fieldName}` === selected);
  if (item === undefined) return <p className="sl-note">{t('studioLayout.selectField')}</p>;
  const costItem = cost?.items.find(({ field }) => field === name);
  const views = viewsWith(name).filter((view) => view !== layout.view);
  return (
    <FieldProperties key={name} item={item} layout={layout} traits={VIEW_TRAITS[layout.view]}>
      {costItem && cost && (
        <div className="sl-property">
          <span>{t('studioLayout.cost.title')}</span>
          <CostLine item={costItem} records={cost.records} name={nameItem(item)} />
          {costItem.milliseconds !== null && !costItem.isStopped && <p className="sl-note">{t('studioLayout.cost.measured')}</p>}
        </div>
      )}
      {views.length > 0 && (
        <div className="sl-property">
          <span>{t('studioLayout.alsoOn')}</span>
          <p>{views.map((view) => t(`studioLayout.view.${view}`)).join(', ')}</p>
        </div>
      )}
    </FieldProperties>
  );
}

function Properties(props: PropertiesProps) {
  const { editor, module, parts, roleProperties } = props;
  const { layout, selected } = editor;
  const traits = VIEW_TRAITS[layout.view];
  const [chosen, setChosen] = useState<{ readonly tab: string; readonly of: FrameKey | undefined } | undefined>(undefined);
  const tab = chosen !== undefined && chosen.of === selected ? chosen.tab : tabOf(selected);
  const { kind, name } = readKey(selected ?? ':');
  const sectionId = kind === 'section' ? name : findPlace(layout, name)?.section;
  const section = layout.sections.find(({ id }) => id === sectionId);
  const items = [
    { id: 'field', label: t('studioLayout.tabField') },
    ...(traits.hasSections
      ? [{ id: 'section', label: t(layout.panelType === 'tabs' ? 'studioLayout.tab' : 'studioLayout.tabSection') }]
      : []),
    { id: 'layout', label: t('studioLayout.tabLayout') },
  ];
  return (
    <aside className="sl-side" aria-label={t('studioLayout.properties')}>
      <Tabs label={t('studioLayout.properties')} items={items} selected={tab} onSelect={(id) => setChosen({ tab: id, of: selected })}>
        {tab === 'field' && <FieldTab {...props} />}
        {tab === 'section' &&
          (section === undefined ? (
            <p className="sl-note">{t('studioLayout.selectSection')}</p>
          ) : (
            <SectionProperties key={section.id} section={section} layout={layout} traits={traits} />
          ))}
        {tab === 'layout' && (
          <LayoutProperties module={module} layout={layout} traits={traits} parts={parts}>
            {roleProperties}
          </LayoutProperties>
        )}
      </Tabs>
    </aside>
  );
}

/** The grabbed element has the focus wherever it is moved to; one that is put back into the palette has it there. */
function useGrabbedFocus({ layout, grabbed }: Editor): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null);
  const before = useRef(grabbed);
  useLayoutEffect(() => {
    const key = grabbed ?? before.current;
    before.current = grabbed;
    if (key === undefined || (grabbed === undefined && document.activeElement !== document.body)) return;
    const { kind, name } = readKey(key);
    const find = (selector: string) => root.current?.querySelector<HTMLElement>(selector);
    const inPalette = kind === 'field' ? `palette:${name}` : key;
    (find(`[data-frame="${CSS.escape(key)}"]`) ?? find(`[data-palette="${CSS.escape(inPalette)}"]`))?.focus();
  }, [layout, grabbed]);
  return root;
}

/** The editor of a layout: the palette, the real screen as canvas, and the properties of what is selected. */
export function LayoutEditor(props: LayoutEditorProps) {
  const { module, record, records, cost, history, onChange, onAddIndex, viewsWith, recordChooser, roleProperties } = props;
  const [isPhone, setPhone] = useState(false);
  const parts = useSideParts(module);
  const nameOf = (key: string): string => {
    const { kind, name } = readKey(key);
    if (isSideKind(kind)) return parts.labelOf(kind, name);
    if (kind === 'section') return props.layout.sections.find(({ id }) => id === name)?.label ?? name;
    const item = resolveItem(module, { fieldName: name });
    return item === undefined ? name : nameItem(item);
  };
  const editor = useEditor({ layout: props.layout, side: parts.names, onChange, nameOf });
  const sections = useItems(module, editor.layout);
  useHistoryKeys(history, editor.grabbed !== undefined);
  const root = useGrabbedFocus(editor);
  return (
    <EditorActionsProvider value={editor.actions}>
      <OfferProvider value={onAddIndex}>
        <DragDropArea renderDragged={(id) => <span className="sl-dragged">{nameOf(id)}</span>} onDrop={editor.actions.drop}>
          <div ref={root} className="sl-editor">
            <Palette module={module} layout={editor.layout} sections={sections} traits={VIEW_TRAITS[editor.layout.view]} parts={parts} />
            <div className="sl-middle">
              <Toolbar history={history} isPhone={isPhone} onPhone={setPhone}>
                {recordChooser}
              </Toolbar>
              {cost && <CostWarning cost={cost} nameOf={(field) => nameOf(`field:${field}`)} />}
              <div className="sl-stage" data-phone={isPhone || undefined}>
                <Canvas {...{ module, record, records, cost, editor, sections, parts, isPhone }} />
              </div>
            </div>
            <Properties {...{ editor, module, cost, viewsWith, roleProperties, parts }} items={sections.flatMap(({ items }) => items)} />
          </div>
          <p id={KEYS_HELP} className="ms-visually-hidden">
            {t('studioLayout.keysHelp')}
          </p>
          <p role="status" className="ms-visually-hidden">
            {editor.said}
          </p>
        </DragDropArea>
      </OfferProvider>
    </EditorActionsProvider>
  );
}
