import type { ShellView } from '#engine/model';
import { TileGrid, type TilePlace, type WidgetFilters } from '#ui';
import type { ShownWidget } from '../shared/contract.ts';
import { titleOf, WidgetTile } from './widget-tile.tsx';
import type { WidgetKinds } from './use-widgets.ts';

const USUAL = { width: 6, height: 8 };

/** The widgets as tiles, each with the size that its kind begins with. */
export function toTiles(widgets: readonly ShownWidget[], kinds: WidgetKinds) {
  return widgets.map((widget) => {
    const kind = kinds.get(widget.widget);
    return {
      id: widget.id,
      label: titleOf(widget, kind),
      place: widget.place,
      size: kind?.size ?? USUAL,
      smallest: kind?.smallest ?? { width: 2, height: 2 },
    };
  });
}

interface WidgetGridProps {
  readonly label: string;
  readonly shell: ShellView;
  readonly widgets: readonly ShownWidget[];
  readonly kinds: WidgetKinds;
  readonly filters: WidgetFilters;
  readonly isEditing?: boolean;
  readonly onPlaces?: (places: ReadonlyMap<string, TilePlace>) => void;
  readonly onOptions?: (widget: ShownWidget) => void;
  readonly onRemove?: (widget: ShownWidget) => void;
}

const NOTHING = (): void => undefined;

/** Widgets in their places. */
export function WidgetGrid({ label, shell, widgets, kinds, filters, isEditing = false, onPlaces, onOptions, onRemove }: WidgetGridProps) {
  const tiles = toTiles(widgets, kinds);
  return (
    <TileGrid label={label} tiles={tiles} isEditing={isEditing} onChange={onPlaces ?? NOTHING}>
      {(id, handle, place) => {
        const widget = widgets.find((one) => one.id === id);
        if (widget === undefined) return null;
        const kind = kinds.get(widget.widget);
        return (
          <WidgetTile
            shell={shell}
            widget={widget}
            kind={kind}
            filters={filters}
            handle={handle}
            height={place.height}
            onOptions={kind === undefined || onOptions === undefined ? undefined : () => onOptions(widget)}
            onRemove={onRemove && (() => onRemove(widget))}
          />
        );
      }}
    </TileGrid>
  );
}
