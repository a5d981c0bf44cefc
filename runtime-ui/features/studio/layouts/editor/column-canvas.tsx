import { GripVertical } from 'lucide-react';
import { memo } from 'react';
import type { LayoutCostItem, ModuleView } from '#engine/model/wire';
import type { RecordData } from '../../../../client/index.ts';
import { isNumericField } from '../../../../fields/values/index.ts';
import type { LayoutItem } from '../../../../headless/index.ts';
import { Icon, StatusPill, t } from '../../../../kit/index.ts';
import { useDropTarget } from '../../../../kit/drag/index.ts';
import { CardPreview, CellPreview } from '../../../../views/canvas/index.ts';
import type { FrameKey } from '../model/drop.ts';
import { nameItem } from '../model/palette.ts';
import { CostLine } from './cost.tsx';
import { KEYS_HELP, useFrame } from './field-frame.tsx';
import { pressFrameKey } from './frame-keys.ts';
import type { CanvasSection } from './use-items.ts';

const DEFAULT_WIDTH = 140;

interface ColumnProps {
  readonly item: LayoutItem;
  readonly module: ModuleView;
  readonly records: readonly RecordData[];
  readonly isSelected: boolean;
  readonly isGrabbed: boolean;
  readonly isTabStop: boolean;
  /** What sorting by the column costs. */
  readonly cost: LayoutCostItem | undefined;
  /** Number of records of the module. */
  readonly total: number;
}

const Cells = memo(function Cells({ item, module, records }: Pick<ColumnProps, 'item' | 'module' | 'records'>) {
  return (
    <div inert className={`sl-cells ${isNumericField(item.field) ? 'sl-figures' : ''}`}>
      {records.map((record) => (
        <div key={record._id} className="sl-cell">
          <CellPreview item={item} module={module} record={record} />
        </div>
      ))}
    </div>
  );
});

/** A column of a list with the values of some records. */
const Column = memo(function Column({ item, module, records, isSelected, isGrabbed, isTabStop, cost, total }: ColumnProps) {
  const frame: FrameKey = `field:${item.fieldName}`;
  const { ref, actions, isDragged, isOver } = useFrame(frame);
  const name = nameItem(item);
  const isHidden = item.layout.hidden === true;
  return (
    <div
      ref={ref}
      className="sl-column"
      style={{ width: item.layout.width ?? DEFAULT_WIDTH }}
      data-selected={isSelected || undefined}
      data-grabbed={isGrabbed || undefined}
      data-dragged={isDragged || undefined}
      data-over={isOver || undefined}
      data-hidden={isHidden || undefined}
    >
      <div
        role="button"
        tabIndex={isTabStop ? 0 : -1}
        className="sl-column-head"
        aria-label={isHidden ? t('studioLayout.hiddenColumn', { name }) : name}
        aria-describedby={KEYS_HELP}
        aria-pressed={isGrabbed}
        data-frame={frame}
        onClick={() => actions.select(frame)}
        onKeyDown={(event) => pressFrameKey(event, frame, isGrabbed, actions)}
      >
        <Icon of={GripVertical} size={12} />
        <span className="ms-clip">{name}</span>
        {isHidden && <StatusPill plain label={t('studioLayout.hidden')} />}
      </div>
      {cost && <CostLine item={cost} records={total} name={name} />}
      <Cells item={item} module={module} records={records} />
    </div>
  );
});

function ColumnEnd({ section }: { readonly section: string }) {
  const { ref, isOver } = useDropTarget(`end:${section}`, false);
  return <div ref={ref} className="sl-column-end" data-over={isOver || undefined} />;
}

interface ColumnCanvasProps {
  readonly module: ModuleView;
  readonly records: readonly RecordData[];
  readonly sections: readonly CanvasSection[];
  readonly selected: FrameKey | undefined;
  readonly grabbed: FrameKey | undefined;
  readonly costs: ReadonlyMap<string, LayoutCostItem>;
  readonly total: number;
}

/** A list with its columns; hidden ones, which users can choose, are grey. */
export function ColumnCanvas({ module, records, sections, selected, grabbed, costs, total }: ColumnCanvasProps) {
  const keys = sections.flatMap(({ items }) => items.map(({ fieldName }): FrameKey => `field:${fieldName}`));
  const tabStop = selected !== undefined && keys.includes(selected) ? selected : keys[0];
  return (
    <div className="sl-canvas sl-columns" data-canvas data-look="columns" role="group" aria-label={module.label}>
      {sections.map(({ id, items }) => (
        <div key={id} className="sl-column-group">
          {items.map((item) => {
            const key: FrameKey = `field:${item.fieldName}`;
            return (
              <Column
                key={key}
                item={item}
                module={module}
                records={records}
                isSelected={selected === key}
                isGrabbed={grabbed === key}
                isTabStop={tabStop === key}
                cost={costs.get(item.fieldName)}
                total={total}
              />
            );
          })}
          <ColumnEnd section={id} />
        </div>
      ))}
    </div>
  );
}

/** The list on a phone, from the shown columns; its cards are arranged by the product. */
export function CardCanvas({ module, records, sections }: Pick<ColumnCanvasProps, 'module' | 'records' | 'sections'>) {
  const shown = sections.flatMap(({ items }) => items.filter(({ layout }) => layout.hidden !== true));
  return (
    <ul inert className="mv-cards sl-cards" aria-label={module.label}>
      {records.map((record) => (
        <CardPreview key={record._id} module={module} items={shown} record={record} />
      ))}
    </ul>
  );
}
