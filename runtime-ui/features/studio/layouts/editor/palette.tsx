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
import type { ViewTraits } from '../model/view-traits.ts';
import { FieldIcon } from './field-icon.tsx';
import { KEYS_HELP } from './field-frame.tsx';
import { useEditorActions } from './use-editor.ts';
import type { CanvasSection } from './use-items.ts';

/** A field that is not placed. A click adds it at the end of the selected section. */
const PaletteItem = memo(function PaletteItem({ item }: { readonly item: LayoutItem }) {
  const actions = useEditorActions();
  const key: FrameKey = `palette:${item.fieldName}`;
  const { ref, isDragged } = useDraggableItem(key, false);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== ' ' && event.key !== 'Enter') return;
    event.preventDefault();
    if (event.key === ' ') actions.grab(key);
    else actions.add(item.fieldName);
  };
  return (
    <li ref={ref} className="sl-palette-item" data-dragged={isDragged || undefined}>
      <div
        role="button"
        tabIndex={0}
        className="sl-palette-button"
        data-palette={item.fieldName}
        aria-describedby={KEYS_HELP}
        onClick={() => actions.add(item.fieldName)}
        onKeyDown={onKeyDown}
      >
        {item.field && <FieldIcon inputType={item.field.inputType} />}
        <span className="ms-clip">{nameItem(item)}</span>
        <Icon of={GripVertical} size={14} />
      </div>
    </li>
  );
});

interface PaletteProps {
  readonly module: ModuleView;
  readonly layout: LayoutDefinition;
  readonly sections: readonly CanvasSection[];
  readonly traits: ViewTraits;
}

/** What can be placed, and what is placed. A field that is dropped here is taken away. */
export function Palette({ module, layout, sections, traits }: PaletteProps) {
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
            <PaletteItem key={item.fieldName} item={item} />
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
