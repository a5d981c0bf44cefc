import { JsonWidget } from '../widgets/list-widgets.tsx';
import type { WidgetProps } from '../widgets/widget-props.ts';
import { EntryWidget } from './entry-widget.tsx';

/** A list or an object: the inputs of its entry schema, or JSON. */
export function StructureWidget(props: WidgetProps) {
  return props.field.entry === undefined ? <JsonWidget {...props} /> : <EntryWidget {...props} />;
}
