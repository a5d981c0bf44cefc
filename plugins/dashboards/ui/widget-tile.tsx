import { Ellipsis, SlidersHorizontal, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ShellView } from '#engine/model';
import { Card, EmptyState, Menu, IconButton, type DashboardWidget, type WidgetFilters } from '#ui';
import type { ShownWidget } from '../shared/contract.ts';
import { tDashboards } from './texts.ts';

interface WidgetTileProps {
  readonly shell: ShellView;
  readonly widget: ShownWidget;
  /** Undefined: no plugin that runs has it. */
  readonly kind: DashboardWidget | undefined;
  readonly filters: WidgetFilters;
  /** Moves and resizes it; absent: the dashboard is not edited. */
  readonly handle: ReactNode;
  readonly height: number;
  readonly onOptions?: (() => void) | undefined;
  readonly onRemove?: (() => void) | undefined;
}

/** The title that the user gave a widget, else its own. */
export function titleOf({ title, widget }: Pick<ShownWidget, 'title' | 'widget'>, kind: DashboardWidget | undefined): string {
  return title !== '' && title !== widget ? title : (kind?.label ?? (title || widget));
}

function TileMenu({ title, onOptions, onRemove }: Pick<WidgetTileProps, 'onOptions' | 'onRemove'> & { readonly title: string }) {
  const label = tDashboards('widgetMenu', { name: title });
  return (
    <Menu
      label={label}
      target={<IconButton icon={Ellipsis} label={label} />}
      groups={[
        {
          id: 'widget',
          items: [
            ...(onOptions ? [{ id: 'options', label: tDashboards('options'), icon: SlidersHorizontal, onSelect: onOptions }] : []),
            ...(onRemove ? [{ id: 'remove', label: tDashboards('remove'), icon: Trash2, danger: true, onSelect: onRemove }] : []),
          ],
        },
      ]}
    />
  );
}

/** A widget in its card. One that has titles of its own has no card, except while the dashboard is edited. */
export function WidgetTile({ shell, widget, kind, filters, handle, height, onOptions, onRemove }: WidgetTileProps) {
  const title = titleOf(widget, kind);
  const isEditing = handle !== undefined;
  const settings = { ...widget.settings, report: widget.report, chart: widget.chart };
  const content =
    kind === undefined ? (
      <EmptyState compact headingLevel={3} title={tDashboards('unknown')} help={tDashboards('unknownHelp')} />
    ) : (
      <kind.component shell={shell} settings={settings} filters={filters} title={title} height={height} />
    );
  if (kind?.isBare === true && !isEditing)
    return (
      <div className="db-bare" role="region" aria-label={title} tabIndex={0}>
        {content}
      </div>
    );
  const tools = isEditing ? (
    <span className="db-tools">
      {handle}
      <TileMenu title={title} onOptions={onOptions} onRemove={onRemove} />
    </span>
  ) : undefined;
  return (
    <Card title={title} action={tools} className={`db-card ${isEditing ? 'db-editing' : ''}`}>
      {/* Focusable, so that it can be scrolled by keyboard. */}
      <div className="db-content" role="group" aria-label={tDashboards('content', { name: title })} tabIndex={0}>
        {content}
      </div>
    </Card>
  );
}
