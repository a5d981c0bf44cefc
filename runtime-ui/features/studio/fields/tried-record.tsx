import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ModuleDefinition } from '#engine/model/definitions';
import { toText } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import { getRecord, queryKeys, searchRecords, type ApiError, type RecordData } from '../../../client/index.ts';
import { RelatePicker } from '../../../fields/widgets/index.ts';
import { useModuleSummaries } from '../../../headless/index.ts';
import { t } from '../../../kit/index.ts';

interface RecordChoice {
  readonly _id: string;
  readonly name: string;
}

/** A record that a formula or a condition is tried with. */
export interface TriedRecord {
  /** undefined: it is loading, or failed to load; null: the module has no records. */
  readonly record: RecordData | null | undefined;
  readonly error: ApiError | undefined;
  /** The record to show in the input. */
  readonly shown: RecordChoice | undefined;
  readonly choose: (choice: RecordChoice | undefined) => void;
}

/** The record that is tried: the chosen one, or any. */
export function useTriedRecord(view: ModuleView): TriedRecord {
  const [choice, choose] = useState<RecordChoice>();
  const any = useQuery<RecordData | null, ApiError>({
    queryKey: queryKeys.list(view.name, 'tried'),
    queryFn: async ({ signal }) => (await searchRecords(view.path, { pageSize: 1 }, signal)).data[0] ?? null,
  });
  const chosen = useQuery<RecordData, ApiError>({
    queryKey: [...queryKeys.record(view.name, choice?._id ?? ''), 'tried'],
    queryFn: ({ signal }) => getRecord(view.path, choice?._id ?? '', signal),
    enabled: choice !== undefined,
  });
  const { data: record, error } = choice === undefined ? any : chosen;
  const sample = record == null ? undefined : { _id: record._id, name: toText(record['name']) || record._id };
  return { record, error: error ?? undefined, shown: choice ?? sample, choose };
}

interface TriedRecordInputProps {
  readonly module: ModuleDefinition;
  readonly view: ModuleView;
  readonly tried: TriedRecord;
}

/** The input that chooses the tried record. */
export function TriedRecordInput({ module, view, tried }: TriedRecordInputProps) {
  const [summary] = useModuleSummaries([view.name]);
  return (
    <RelatePicker
      module={summary}
      value={tried.shown}
      onPick={tried.choose}
      wrapping={{ label: t('studioFields.formula.previewOf', { name: module.labelSingular }) }}
    />
  );
}
