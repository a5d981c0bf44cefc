import { Check, GripVertical, Plus } from 'lucide-react';
import { memo, useMemo, useState, type KeyboardEvent } from 'react';
import type { LayoutDefinition } from '#engine/model/definitions';
import type { ModuleView } from '#engine/model/wire';
import type { LayoutItem } from '../../../../headless/index.ts';
import { Button, Icon, SearchInput, t } from '../../../../kit/index.ts';
import { useDraggableItem, useDropTarget } from '../../../../kit/drag/index.ts';
import { PALETTE, type FrameKey } from '../model/drop.ts';
import { addSection } from '../model/layout-edit.ts';
import { listPalette, nameItem, searchItems } from '../model/palette.ts';
import { listHidden, listShown, RELATED_PANEL, type SideKind } from '../model/side-pane.ts';
import type { ViewTraits } from '../model/view-traits.ts';
import { FieldIcon } from './field-icon.tsx';
import { KEYS_HELP } from './field-frame.tsx';
import type { SideParts } from './side-canvas.tsx';
import { useEditorActions } from './use-editor.ts';
import type { CanvasSection } from './use-items.ts';

interface PaletteItemProps {
  readonly frame: FrameKey;
  readonly name: string;
  readonly item?: LayoutItem;
}

/** What is not placed. A click adds a field at the end of the selected section, and a related list or a panel behind the others. */
const PaletteItem = memo(function PaletteItem({ frame, name, item }: PaletteItemProps) {
  const actions = useEditorActions();
  const { ref, isDragged } = useDraggableItem(frame, false);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== ' ' && event.key !== 'Enter') return;
    event.preventDefault();
    if (event.key === ' ') actions.grab(frame);
    else actions.add(frame);
  };
  return (
    <li ref={ref} className="sl-palette-item" data-dragged={isDragged || undefined}>
      <div
        role="button"
        tabIndex={0}
        className="sl-palette-button"
        data-palette={frame}
        aria-describedby={KEYS_HELP}
        onClick={() => actions.add(frame)}
        onKeyDown={onKeyDown}
      >
        {item?.field && <FieldIcon inputType={item.field.inputType} />}
        <span className="ms-clip">{name}</span>
        <Icon of={GripVertical} size={14} />
      </div>
    </li>
  );
});

interface HiddenPartsProps extends Pick<PaletteProps, 'layout' | 'parts'> {
  readonly kind: SideKind;
  readonly text: string;
}

/** The related lists or the panels that the layout does not show. */
function HiddenParts({ layout, parts, kind, text }: HiddenPartsProps) {
  const hidden = listHidden(layout, kind, parts.names).map((name) => ({ name, label: parts.labelOf(kind, name) }));
  const found = hidden.filter(({ name, label }) => `${label} ${name}`.toLowerCase().includes(text.trim().toLowerCase()));
  if (hidden.length === 0) return null;
  const title = t(kind === 'list' ? 'studioLayout.relatedLists' : 'studioLayout.panels');
  const isHere = kind === 'panel' || listShown(layout, 'panel', parts.names).includes(RELATED_PANEL);
  return (
    <>
      <h2 className="sl-palette-title">
        {title} <span className="ms-tabular">{hidden.length}</span>
      </h2>
      {isHere ? (
        <ul className="sl-palette-list" aria-label={title}>
          {found.map(({ name, label }) => (
            <PaletteItem key={name} frame={`${kind}:${name}`} name={label} />
          ))}
        </ul>
      ) : (
        <p className="sl-note">{t('studioLayout.noRelated', { panel: parts.labelOf('panel', RELATED_PANEL) })}</p>
      )}
    </>
  );
}

interface PaletteProps {
  readonly module: ModuleView;
  readonly layout: LayoutDefinition;
  readonly sections: readonly CanvasSection[];
  readonly traits: ViewTraits;
  readonly parts: SideParts;
}

/** What can be placed, and what is placed. A field that is dropped here is taken away. */
export function Palette({ module, layout, sections, traits, parts }: PaletteProps) {
  const actions = useEditorActions();
  const [text, setText] = useState('');
  const { ref, isOver } = useDropTarget(PALETTE, false);
  const absent = useMemo(() => listPalette(module, layout), [module, layout]);
  const placed = sections.flatMap(({ items }) => items);
  const found = searchItems(absent, text);
  return (
    <aside ref={ref} className="sl-palette" aria-label={t('studioLayout.palette')} data-over={isOver || undefined}>
      <SearchInput label={t('studioLayout.find')} value={text} onChange={setText} />
      <h2 className="sl-palette-title">
        {t('studioLayout.notPlaced')} <span className="ms-tabular">{absent.length}</span>
      </h2>
      {found.length === 0 ? (
        <p className="sl-note">{t(absent.length === 0 ? 'studioLayout.allPlaced' : 'studioLayout.noneFound')}</p>
      ) : (
        <ul className="sl-palette-list">
          {found.map((item) => (
            <PaletteItem key={item.fieldName} frame={`palette:${item.fieldName}`} name={nameItem(item)} item={item} />
          ))}
        </ul>
      )}
      {traits.hasSections && (
        <Button
          size="sm"
          icon={Plus}
          onClick={() =>
            actions.edit((before) => addSection(before, t(before.panelType === 'tabs' ? 'studioLayout.newTab' : 'studioLayout.newSection')))
          }
        >
          {t(layout.panelType === 'tabs' ? 'studioLayout.addTab' : 'studioLayout.addSection')}
        </Button>
      )}
      {traits.hasSidePane && (
        <>
          <HiddenParts layout={layout} parts={parts} kind="list" text={text} />
          <HiddenParts layout={layout} parts={parts} kind="panel" text={text} />
        </>
      )}
      <h2 className="sl-palette-title">
        {t('studioLayout.placed')} <span className="ms-tabular">{placed.length}</span>
      </h2>
      <ul className="sl-placed">
        {searchItems(placed, text).map((item) => (
          <li key={item.fieldName}>
            <button type="button" className="sl-placed-button" onClick={() => actions.select(`field:${item.fieldName}`)}>
              {item.field && <FieldIcon inputType={item.field.inputType} />}
              <span className="ms-clip">{nameItem(item)}</span>
              <Icon of={Check} size={14} />
            </button>
          </li>
        ))}
      </ul>
    </aside>
  );
}
