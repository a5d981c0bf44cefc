import type { JsonObject } from '#engine/model/values';
import { RelatePicker } from '../../fields/widgets/index.ts';
import { useModuleSummaries, useRecordNamesById } from '../../headless/index.ts';

interface RecordChoiceProps {
  readonly label: string;
  /** Name of the module. */
  readonly module: string;
  /** Id of the chosen record. */
  readonly id: string | null;
  readonly placeholder: string;
  /** Condition that the offered records meet; absent: all are offered. */
  readonly where?: JsonObject;
  readonly onChoose: (id: string | undefined) => void;
}

/** A record that is searched by its name. */
export function RecordChoice({ label, module, id, placeholder, where, onChoose }: RecordChoiceProps) {
  const names = useRecordNamesById(module, id === null ? [] : [id]);
  const summary = useModuleSummaries().find(({ name }) => name === module);
  return (
    <RelatePicker
      module={summary}
      value={id === null ? undefined : { _id: id, name: names.get(id) ?? id }}
      onPick={(choice) => onChoose(choice?._id)}
      placeholder={placeholder}
      where={where}
      wrapping={{ label }}
    />
  );
}
