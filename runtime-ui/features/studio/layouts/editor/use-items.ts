import { useRef } from 'react';
import type { LayoutDefinition, LayoutField } from '#engine/model/definitions';
import type { ModuleView } from '#engine/model/wire';
import { resolveItem, type LayoutItem } from '../../../../headless/index.ts';

/** A section of the canvas. */
export interface CanvasSection {
  readonly id: string;
  readonly label: string;
  readonly columns: 1 | 2;
  readonly items: readonly LayoutItem[];
}

interface Cache {
  readonly module: ModuleView;
  readonly items: WeakMap<LayoutField, LayoutItem>;
}

/** A field that the module does not have any more stays on the canvas, so that it can be taken away. */
function toItem(module: ModuleView, field: LayoutField): LayoutItem {
  const { fieldName, label = fieldName } = field;
  return resolveItem(module, field) ?? { fieldName, label, field: undefined, part: undefined, relation: undefined, layout: field };
}

/** The sections of a layout with what its fields show. A field that does not change keeps its object, so that only changed ones render. */
export function useItems(module: ModuleView, layout: LayoutDefinition): readonly CanvasSection[] {
  const cache = useRef<Cache>({ module, items: new WeakMap() });
  if (cache.current.module !== module) cache.current = { module, items: new WeakMap() };
  const { items } = cache.current;
  return layout.sections.map(({ id, label, columns = 2, fields }) => ({
    id,
    label,
    columns,
    items: fields.map((field) => {
      const item = items.get(field) ?? toItem(module, field);
      items.set(field, item);
      return item;
    }),
  }));
}
