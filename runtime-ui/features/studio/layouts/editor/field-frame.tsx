import { GripVertical } from 'lucide-react';
import { memo, useCallback } from 'react';
import type { LayoutCostItem, ModuleView } from '#engine/model/wire';
import type { RecordData } from '../../../../client/index.ts';
import { wantsFullWidth } from '../../../../fields/widgets/index.ts';
import type { LayoutItem } from '../../../../headless/index.ts';
import { Icon, StatusPill, t } from '../../../../kit/index.ts';
import { useDraggableItem, useDropTarget } from '../../../../kit/drag/index.ts';
import { DetailFieldPreview, FormFieldPreview, MassUpdateFieldPreview, TermPreview } from '../../../../views/canvas/index.ts';
import type { FrameKey } from '../model/drop.ts';
import { nameItem } from '../model/palette.ts';
import type { CanvasLook } from '../model/view-traits.ts';
import { CostLine } from './cost.tsx';
import { FieldIcon } from './field-icon.tsx';
import { pressFrameKey } from './frame-keys.ts';
import { useEditorActions } from './use-editor.ts';

export interface FieldFrameProps {
  readonly item: LayoutItem;
  readonly module: ModuleView;
  readonly record: RecordData | undefined;
  readonly look: CanvasLook;
  readonly isSelected: boolean;
  readonly isGrabbed: boolean;
  /** It is the element that Tab moves to. */
  readonly isTabStop: boolean;
  /** What searching by the field costs; undefined: nothing searches by it here. */
  readonly cost?: LayoutCostItem | undefined;
  /** Number of records of the module. */
  readonly total: number;
}

/** The id of the text that says how elements are moved with the keyboard. */
export const KEYS_HELP = 'studio-layout-keys';

/** Makes an element of the canvas draggable, and a place to drop others on. */
export function useFrame(frame: FrameKey) {
  const actions = useEditorActions();
  const { ref: dragRef, isDragged } = useDraggableItem(frame, false);
  const { ref: dropRef, isOver } = useDropTarget(frame, isDragged);
  const ref = useCallback(
    (element: Element | null) => {
      dragRef(element);
      dropRef(element);
    },
    [dragRef, dropRef],
  );
  return { ref, actions, isDragged, isOver };
}

/** A form without a record is empty. */
const NO_RECORD: RecordData = { _id: '', _version: 0 };

/** What a field looks like on its screen; a value without a record, and a field that its screen does not show, is its name. */
function Content({ item, module, record, look }: Pick<FieldFrameProps, 'item' | 'module' | 'record' | 'look'>) {
  if (item.field !== undefined && look === 'form') return <FormFieldPreview item={item} module={module} record={record ?? NO_RECORD} />;
  if (item.field !== undefined && record !== undefined && look === 'detail')
    return <DetailFieldPreview item={item} module={module} record={record} />;
  if (item.field?.filterable === true && (look === 'search' || look === 'popup')) return <TermPreview item={item} module={module} />;
  if (item.field !== undefined && look === 'mass') return <MassUpdateFieldPreview module={module} field={item.field} label={item.label} />;
  return (
    <div className="sl-plain">
      {item.field && <FieldIcon inputType={item.field.inputType} />}
      <span>{nameItem(item)}</span>
      {item.layout.readOnly === true && <StatusPill plain label={t('studioLayout.readOnly')} />}
    </div>
  );
}

const PlacedContent = memo(Content);

function isWide({ field, layout }: LayoutItem, look: CanvasLook): boolean {
  if (look === 'search' || look === 'popup') return false;
  return layout.span === 2 || (field !== undefined && wantsFullWidth(field));
}

/** A field on the canvas. Its real component is inert; the frame around it is selected, dragged, and moved with the keyboard. */
export const FieldFrame = memo(function FieldFrame({
  item,
  module,
  record,
  look,
  isSelected,
  isGrabbed,
  isTabStop,
  cost,
  total,
}: FieldFrameProps) {
  const frame: FrameKey = `field:${item.fieldName}`;
  const { ref, actions, isDragged, isOver } = useFrame(frame);
  const name = nameItem(item);
  return (
    <div
      ref={ref}
      className={`sl-frame ${isWide(item, look) ? 'sl-wide' : ''}`}
      data-selected={isSelected || undefined}
      data-grabbed={isGrabbed || undefined}
      data-dragged={isDragged || undefined}
      data-over={isOver || undefined}
    >
      <div inert className="sl-content">
        <PlacedContent item={item} module={module} record={record} look={look} />
      </div>
      <div
        role="button"
        tabIndex={isTabStop ? 0 : -1}
        className="sl-handle"
        aria-label={name}
        aria-describedby={KEYS_HELP}
        aria-pressed={isGrabbed}
        data-frame={frame}
        onClick={() => actions.select(frame)}
        onKeyDown={(event) => pressFrameKey(event, frame, isGrabbed, actions)}
      />
      {cost && <CostLine item={cost} records={total} name={name} />}
      <span className="sl-tag" aria-hidden>
        <Icon of={GripVertical} size={12} />
        {name}
      </span>
    </div>
  );
});
