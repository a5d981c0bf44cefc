import { useEffect, useState } from 'react';
import { ApiError, callApi, EmptyState, ErrorState, useShell, findModule, type RecordForm } from '#ui';
import { tReports } from '../texts.ts';
import { Choice } from './choice.tsx';
import { readReportOf, setValues, storeFigures, type FieldChoice } from './definition.ts';

interface Source {
  readonly name: string;
  readonly label: string;
}

/** The modules that may be the source of a report. */
function useSources() {
  const [sources, setSources] = useState<readonly Source[]>();
  const [error, setError] = useState<ApiError>();
  const [revision, setRevision] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    callApi<{ readonly data: readonly Source[] }>('GET', '/api/reports/sources', { signal: controller.signal }).then(
      ({ data }) => {
        setSources(data);
        setError(undefined);
      },
      (failure: unknown) => {
        if (failure instanceof ApiError) setError(failure);
      },
    );
    return () => controller.abort();
  }, [revision]);
  return { sources, error, retry: () => setRevision((before) => before + 1) };
}

/** Everything that names fields of the source before is removed with it. */
function resetFields(form: RecordForm, module: string): void {
  setValues(form, {
    related_module: module,
    columns: undefined,
    search_terms: undefined,
    group_by: undefined,
    date_granularity: undefined,
    second_date_granularity: undefined,
    aggregates: storeFigures([{ kind: 'count', field: undefined }]),
    sort_field: undefined,
    sort_descending: undefined,
  });
}

/** The choice of the module whose records are counted or listed. */
export function SourceChoice({ form }: { readonly form: RecordForm }) {
  const { sources, error, retry } = useSources();
  const { data: shell } = useShell();
  const { module } = readReportOf(form);
  if (error !== undefined)
    return <ErrorState compact title={tReports('sourcesFailed')} text={error.message} code={error.code} onRetry={retry} />;
  if (sources?.length === 0) return <EmptyState compact title={tReports('noModule')} />;
  // The label of the chosen one is known before the list is loaded.
  const chosen = shell && findModule(shell, module);
  const known: readonly FieldChoice[] = chosen === undefined ? [] : [{ value: chosen.name, label: chosen.label }];
  return (
    <Choice
      label={tReports('source')}
      placeholder={tReports('chooseSource')}
      isSearchable
      data={sources?.map(({ name, label }) => ({ value: name, label })) ?? known}
      value={module}
      onChange={(next) => resetFields(form, next)}
      error={form.issues['related_module'] !== undefined}
    />
  );
}
