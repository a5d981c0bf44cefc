import { useMemo } from 'react';
import { toText, type FormSchema, type JsonObject, type ShellView } from '#engine/model';
import { Dialog, findIcon, Icon, SchemaFormDialog, type DashboardWidget } from '#ui';
import type { ShownWidget, WidgetContent } from '../shared/contract.ts';
import { tDashboards } from './texts.ts';
import type { WidgetKinds } from './use-widgets.ts';

interface ChooserProps {
  readonly shell: ShellView;
  readonly kinds: WidgetKinds;
  readonly onChoose: (kind: DashboardWidget) => void;
  readonly onClose: () => void;
}

/** The widgets that the user can add. */
export function WidgetChooser({ shell, kinds, onChoose, onClose }: ChooserProps) {
  const offered = [...kinds.values()].filter(({ isOffered }) => isOffered?.(shell) ?? true);
  return (
    <Dialog opened size="choice" title={tDashboards('addTitle')} onCancel={onClose}>
      <ul className="db-chooser">
        {offered.map((kind) => {
          const icon = findIcon(kind.icon);
          return (
            <li key={kind.key}>
              <button
                type="button"
                className="db-choice"
                aria-label={tDashboards('addThis', { name: kind.label })}
                onClick={() => onChoose(kind)}
              >
                {icon && <Icon of={icon} />}
                <span>
                  <strong>{kind.label}</strong>
                  <span className="db-note">{kind.help}</span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}

/** Title first, then the options of the widget. */
function toSchema({ options }: DashboardWidget, shell: ShellView): FormSchema {
  const own: FormSchema = options?.(shell) ?? { type: 'object', properties: {} };
  const title: FormSchema = { type: 'string', title: tDashboards('title'), description: tDashboards('titleHelp'), maxLength: 200 };
  return { ...own, properties: { ...own.properties, title } };
}

/** What the form of a widget saves. */
export type WidgetDraft = Pick<WidgetContent, 'title' | 'report' | 'chart' | 'settings'>;

function toDraft({ title, report, chart, ...settings }: JsonObject): WidgetDraft {
  return { title: toText(title), report: toText(report) || null, chart: toText(chart) || null, settings };
}

interface OptionsProps {
  readonly shell: ShellView;
  readonly kind: DashboardWidget;
  /** Undefined: it is new. */
  readonly widget: ShownWidget | undefined;
  readonly onSubmit: (draft: WidgetDraft) => Promise<void>;
  readonly onClose: () => void;
}

/** The form of a widget. */
export function WidgetOptions({ shell, kind, widget, onSubmit, onClose }: OptionsProps) {
  const schema = useMemo(() => toSchema(kind, shell), [kind, shell]);
  const initial = {
    ...widget?.settings,
    ...(widget === undefined || widget.title === widget.widget ? {} : { title: widget.title }),
    ...(widget?.report == null ? {} : { report: widget.report }),
    ...(widget?.chart == null ? {} : { chart: widget.chart }),
  };
  return (
    <SchemaFormDialog
      title={widget === undefined ? kind.label : tDashboards('optionsOf', { name: kind.label })}
      subtitle={kind.help}
      submitLabel={tDashboards(widget === undefined ? 'add' : 'save')}
      schema={schema}
      initial={initial}
      {...(kind.optionFields && { customFields: kind.optionFields })}
      onClose={onClose}
      onSubmit={(values) => onSubmit(toDraft(values))}
    />
  );
}
