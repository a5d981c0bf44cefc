import type { ModuleView } from '#engine/model/wire';
import { FieldValue } from '../../fields/values/index.ts';
import {
  findStatusField,
  isEmptyValue,
  layoutSections,
  readValue,
  recordName,
  useVisibility,
  type RecordValues,
} from '../../headless/index.ts';
import { LazyBoundary } from '../../kit/index.ts';
import { PrintPage } from './print-page.tsx';

interface PrintRecordProps {
  readonly module: ModuleView;
  readonly record: RecordValues;
  readonly onDone: () => void;
}

/** Prints a record: the sections of its page with the fields that are shown and have a value. */
export function PrintRecord({ module, record, onDone }: PrintRecordProps) {
  const status = findStatusField(module);
  const isShown = useVisibility(module);
  const sections = layoutSections(module, 'detail').map((section) => ({
    ...section,
    items: section.items.filter(
      ({ field, fieldName }) => field !== undefined && isShown(field, record) && !isEmptyValue(readValue(record, fieldName)),
    ),
  }));
  return (
    <PrintPage title={recordName(module, record)} facts={[module.labelSingular]} isReady onDone={onDone}>
      {status !== undefined && !isEmptyValue(record[status.fieldName]) && (
        <p className="mv-print-status">
          <FieldValue module={module} field={status} value={record[status.fieldName]} record={record} />
        </p>
      )}
      {sections
        .filter(({ items }) => items.length > 0)
        .map(({ id, label, items }) => (
          <section key={id} className="mv-print-section">
            <h2>{label}</h2>
            <dl>
              {items.map((item) => (
                <div key={item.fieldName}>
                  <dt>{item.label}</dt>
                  <dd>
                    <LazyBoundary fallback={null}>
                      {item.field !== undefined && (
                        <FieldValue
                          module={module}
                          field={item.field}
                          value={readValue(record, item.fieldName)}
                          look="detail"
                          isPart={item.part !== undefined}
                          record={record}
                        />
                      )}
                    </LazyBoundary>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
    </PrintPage>
  );
}
