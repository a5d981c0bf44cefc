import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { compileFormula, evaluateFormula, listFormulaVariables, prepareResult, type FormulaData } from '#engine/model/calculations';
import type { FieldDefinition, Formula, ModuleDefinition } from '#engine/model/definitions';
import { toText, type JsonValue } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import { getRecord, queryKeys, searchRecords, type RecordData } from '../../../client/index.ts';
import { formatValue } from '../../../fields/values/index.ts';
import { RelatePicker } from '../../../fields/widgets/index.ts';
import { isEmptyValue, readRelate, useModuleSummaries } from '../../../headless/index.ts';
import { t } from '../../../kit/index.ts';
import { toFieldView, usePublishedView } from '../fields/use-published-view.ts';

interface PreviewProps {
  readonly module: ModuleDefinition;
  readonly field: FieldDefinition;
  readonly formula: Formula;
}

/** The result of a formula for a record of the module, which can be chosen. */
export function FormulaPreview(props: PreviewProps) {
  const view = usePublishedView(props.module.id);
  if (view === undefined) return <p className="sf-note">{t('studioFields.formula.previewNew')}</p>;
  return <RecordPreview {...props} view={view} />;
}

/** The record that is tried: the chosen one, or any. */
function useSample(view: ModuleView, id: string | undefined): RecordData | null | undefined {
  const any = useQuery({
    queryKey: queryKeys.list(view.name, 'formula'),
    queryFn: async ({ signal }) => (await searchRecords(view.path, { pageSize: 1 }, signal)).data[0] ?? null,
  });
  const chosen = useQuery({
    queryKey: [...queryKeys.record(view.name, id ?? ''), 'formula'],
    queryFn: ({ signal }) => getRecord(view.path, id ?? '', signal),
    enabled: id !== undefined,
  });
  return id === undefined ? any.data : chosen.data;
}

function RecordPreview({ module, field, formula, view }: PreviewProps & { readonly view: ModuleView }) {
  const [choice, setChoice] = useState<{ readonly _id: string; readonly name: string }>();
  const sample = useSample(view, choice?._id);
  const [summary] = useModuleSummaries([view.name]);
  const related = useRelated(view, formula, sample ?? undefined);
  if (sample === null) return <p className="sf-note">{t('studioFields.formula.previewEmpty', { name: module.label })}</p>;
  const shown = choice ?? (sample === undefined ? undefined : { _id: sample._id, name: toText(sample['name']) || sample._id });
  return (
    <div className="sf-formula-preview">
      <RelatePicker
        module={summary}
        value={shown}
        onPick={(next) => setChoice(next)}
        wrapping={{ label: t('studioFields.formula.previewOf', { name: module.labelSingular }) }}
      />
      <output className="sf-words" aria-live="polite">
        {sample === undefined || related === undefined
          ? t('states.loading')
          : describeResult(formula, field, view, { record: sample, related })}
      </output>
    </div>
  );
}

/** The records that the formula reads through Relates; undefined: they are loading. */
function useRelated(
  view: ModuleView,
  formula: Formula,
  record: RecordData | undefined,
): { readonly [relate: string]: RecordData } | undefined {
  const names = [...new Set(listFormulaVariables(formula).flatMap(({ relate }) => relate ?? []))];
  const modules = useModuleSummaries();
  const links = names.flatMap((name) => {
    const target = view.fields.find(({ fieldName }) => fieldName === name)?.refs[0];
    const path = modules.find((one) => one.name === target)?.path;
    const id = readRelate(record?.[name])?._id;
    return target === undefined || path === undefined || id === undefined ? [] : [{ name, target, path, id }];
  });
  const loaded = useQueries({
    queries: links.map(({ target, path, id }) => ({
      queryKey: [...queryKeys.record(target, id), 'formula'],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => getRecord(path, id, signal),
    })),
  });
  if (loaded.some(({ isPending }) => isPending)) return undefined;
  return Object.fromEntries(links.flatMap(({ name }, index) => (loaded[index]?.data === undefined ? [] : [[name, loaded[index].data]])));
}

interface PreviewData {
  readonly record: RecordData;
  readonly related: { readonly [relate: string]: RecordData };
}

function describeResult(formula: Formula, field: FieldDefinition, view: ModuleView, data: PreviewData): string {
  const result = evaluateFormula(compileFormula(formula), data as unknown as FormulaData);
  if (!result.ok) return t('studioFields.formula.noResult', { reason: result.reason });
  const value: JsonValue | undefined = result.value;
  if (value === undefined || isEmptyValue(value)) return t('studioFields.formula.emptyResult');
  return t('studioFields.formula.resultIs', { value: formatValue(view, toFieldView(field), prepareResult(field.inputType, value)) });
}
