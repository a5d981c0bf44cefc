import type { JsonObject } from '#engine/model/values';
import { useModuleSummaries, useNamesById } from '../../headless/index.ts';
import { nameOfId } from '../values/format-value.ts';
import { RelatePicker } from './relate-picker.tsx';

/** What is chosen, and from which records. */
interface RecordChoiceProps {
  /** Above the input. */
  readonly label: string;
  /** Name of the module. */
  readonly module: string;
  /** Id of the chosen record. */
  readonly id: string | null;
  /** Default: that of relate fields. */
  readonly placeholder?: string;
  /** Condition that the offered records meet; absent: all are offered. */
  readonly where?: JsonObject;
  /** Undefined: the choice is cleared. */
  readonly onChoose: (id: string | undefined) => void;
}

/** A record that is searched by its name: an input that finds any record of a module that the user may see. */
export function RecordChoice({ label, module, id, placeholder, where, onChoose }: RecordChoiceProps) {
  const names = useNamesById(module, id === null ? [] : [id]);
  const summary = useModuleSummaries().find(({ name }) => name === module);
  return (
    <RelatePicker
      module={summary}
      value={id === null ? undefined : { _id: id, name: nameOfId(names, id) }}
      onPick={(choice) => onChoose(choice?._id)}
      placeholder={placeholder}
      where={where}
      wrapping={{ label }}
    />
  );
}
