import { useQueries } from '@tanstack/react-query';
import { compileFormula, evaluateFormula, listFormulaVariables, prepareResult, type FormulaData } from '#engine/model/calculations';
import type { FieldDefinition, Formula, ModuleDefinition } from '#engine/model/definitions';
import type { JsonValue } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import { getRecord, queryKeys, type RecordData } from '../../../client/index.ts';
import { formatValue } from '../../../fields/values/index.ts';
import { isEmptyValue, readRelate, useModuleSummaries } from '../../../headless/index.ts';
import { t } from '../../../kit/index.ts';
import { TriedRecordInput, useTriedRecord } from '../fields/tried-record.tsx';
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

function RecordPreview({ module, field, formula, view }: PreviewProps & { readonly view: ModuleView }) {
  const tried = useTriedRecord(view);
  const { record } = tried;
  const related = useRelated(view, formula, record ?? undefined);
  if (record === null) return <p className="sf-note">{t('studioFields.formula.previewEmpty', { name: module.label })}</p>;
  return (
    <div className="sf-formula-preview">
      <TriedRecordInput module={module} view={view} tried={tried} />
      <output className="sf-words" aria-live="polite">
        {record === undefined || related === undefined ? t('states.loading') : describeResult(formula, field, view, { record, related })}
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
