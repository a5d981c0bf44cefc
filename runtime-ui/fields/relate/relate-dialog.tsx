import { Plus } from 'lucide-react';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { lowercaseLabel, type JsonObject } from '#engine/model/values';
import type { ModuleSummary, ModuleView } from '#engine/model/wire';
import { useModuleView, type RecordData } from '../../client/index.ts';
import { layoutItems, readValue, useRecordNames, withTerm, type LayoutItem } from '../../headless/index.ts';
import { Button, Dialog, EmptyState, ErrorState, SkeletonRows, t, useBreakpoint } from '../../kit/index.ts';
import { TermInput } from '../search/term-input.tsx';
import { FieldValue } from '../values/field-value.tsx';
import { hintOfFound, nameOfFound, type RelateChoice } from './relate-choice.ts';

interface RelateDialogProps {
  readonly module: Omit<ModuleSummary, 'route'>;
  readonly onPick: (choice: RelateChoice) => void;
  readonly onCancel: () => void;
  /** Creates a new record instead; absent: creating is not possible. */
  readonly onCreate?: () => void;
}

const PAGE = 10;

/** The fields that a popup searches by: the first ones of its layout. */
export const POPUP_FIELDS = 6;

function columnsOf(view: ModuleView): readonly LayoutItem[] {
  const items = layoutItems(view, 'popup-listview').filter((item) => item.field !== undefined);
  const named = items.filter((item) => item.fieldName === view.nameField);
  return [...named, ...items.filter((item) => item.fieldName !== view.nameField)].slice(0, 5);
}

/** A phone only has space for the name: the values of the other columns are shown below it. */
function Row({
  view,
  columns,
  isPhone,
  record,
  onPick,
}: {
  readonly view: ModuleView;
  readonly columns: readonly LayoutItem[];
  readonly isPhone: boolean;
  readonly record: RecordData;
  readonly onPick: (choice: RelateChoice) => void;
}) {
  const name = nameOfFound(view, record);
  return (
    <tr onClick={() => onPick({ _id: record._id, name })}>
      <th scope="row">
        <button
          type="button"
          className="mf-pick"
          onClick={(event) => {
            event.stopPropagation();
            onPick({ _id: record._id, name });
          }}
        >
          {name}
        </button>
        {isPhone && <span className="mf-option-hint">{hintOfFound(view, record)}</span>}
      </th>
      {columns.map((column) => (
        <td key={column.fieldName}>
          {column.field && (
            <FieldValue module={view} field={column.field} value={readValue(record, column.fieldName)} isPart={column.part !== undefined} />
          )}
        </td>
      ))}
    </tr>
  );
}

interface FoundProps extends Pick<RelateDialogProps, 'onPick'> {
  readonly view: ModuleView;
  readonly terms: JsonObject;
  readonly page: number;
  readonly setPage: (page: number) => void;
  readonly onClear: () => void;
}

/** The records that a popup finds, by page. */
export function FoundRecords({ view, terms, page, setPage, onClear, onPick }: FoundProps) {
  const isPhone = useBreakpoint() === 'phone';
  const columns = columnsOf(view);
  const fields = [...new Set(columns.map((column) => column.field?.fieldName).filter((name) => name !== undefined))];
  const found = useRecordNames(view, { searchTerms: useDeferredValue(terms), pageNumber: page, pageSize: PAGE, fields }, true);
  if (found.error) return <ErrorState compact text={found.error.message} code={found.error.code} onRetry={() => void found.refetch()} />;
  if (!found.data) return <SkeletonRows rows={PAGE} columns={columns.length} />;
  const { data, total } = found.data;
  if (data.length === 0)
    return (
      <EmptyState
        compact
        title={t('views.fields.noMatch')}
        {...(Object.keys(terms).length > 0
          ? {
              actions: (
                <Button size="sm" onClick={onClear}>
                  {t('views.list.clearAll')}
                </Button>
              ),
            }
          : {})}
      />
    );
  const rest = isPhone ? [] : columns.filter((column) => column.fieldName !== view.nameField);
  return (
    <>
      <table className="mf-found">
        <thead>
          <tr>
            <th scope="col">{view.labelSingular}</th>
            {rest.map((column) => (
              <th key={column.fieldName} scope="col">
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map((record) => (
            <Row key={record._id} view={view} columns={rest} isPhone={isPhone} record={record} onPick={onPick} />
          ))}
        </tbody>
      </table>
      <p className="mf-found-foot">
        <span className="ms-tabular">
          {t('views.list.range', { from: page * PAGE + 1, to: page * PAGE + data.length, total: total.toLocaleString('en-US') })}
        </span>
        <Button size="xs" variant="quiet" disabled={page === 0} onClick={() => setPage(page - 1)}>
          {t('views.list.previous')}
        </Button>
        <Button size="xs" variant="quiet" disabled={(page + 1) * PAGE >= total} onClick={() => setPage(page + 1)}>
          {t('views.list.next')}
        </Button>
      </p>
    </>
  );
}

/** Popup search of a relate field: the fields of the popup-search layout above, the popup list below. */
export function RelateDialog({ module, onPick, onCancel, onCreate }: RelateDialogProps) {
  const view = useModuleView(module.name);
  const [terms, setTerms] = useState<JsonObject>({});
  const [page, setPage] = useState(0);
  const search = useRef<HTMLDivElement>(null);
  const isThere = view.data !== undefined;
  // The dialog is mounted before its inputs.
  useEffect(() => {
    if (isThere) search.current?.querySelector<HTMLElement>('input')?.focus();
  }, [isThere]);
  const requested =
    view.data === undefined
      ? []
      : layoutItems(view.data, 'popup-search')
          .filter((item) => item.field?.filterable === true)
          .slice(0, POPUP_FIELDS);
  return (
    <Dialog
      opened
      title={t('views.fields.searchRecords', { module: lowercaseLabel(module.label) })}
      size="compare"
      onCancel={onCancel}
      dirty={false}
      actions={<Button onClick={onCancel}>{t('actions.cancel')}</Button>}
      consequences={
        onCreate && (
          <Button size="sm" variant="quiet" icon={Plus} className="ms-link-button" onClick={onCreate}>
            {t('views.list.create', { thing: lowercaseLabel(module.labelSingular) })}
          </Button>
        )
      }
    >
      {view.error && <ErrorState compact text={view.error.message} code={view.error.code} />}
      {view.data !== undefined && (
        <>
          <div ref={search} className="mf-popup-search">
            {requested.map((item) => (
              <TermInput
                key={item.fieldName}
                module={view.data}
                item={item}
                entry={terms[item.fieldName]}
                onChange={(entry) => {
                  setPage(0);
                  setTerms(withTerm(terms, item.fieldName, entry));
                }}
              />
            ))}
          </div>
          <FoundRecords
            view={view.data}
            terms={terms}
            page={page}
            setPage={setPage}
            onClear={() => {
              setPage(0);
              setTerms({});
            }}
            onPick={onPick}
          />
        </>
      )}
    </Dialog>
  );
}
