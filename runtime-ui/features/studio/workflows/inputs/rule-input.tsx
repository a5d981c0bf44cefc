import type { ModuleDefinition } from '#engine/model/definitions';
import type { JsonValue } from '#engine/model/values';
import { SkeletonRows } from '../../../../kit/index.ts';
import { ConditionEditor } from '../../conditions/condition-editor.tsx';
import { useDefinition } from '../../draft/use-definition.ts';
import { useDefinitions } from '../../draft/use-definitions.ts';
import { nameOfListed } from '../../dropdowns/use-dropdowns.ts';

interface RuleInputProps {
  /** Name of the module that is compared; undefined: it is not chosen yet. */
  readonly module: string | undefined;
  readonly kind: 'condition' | 'filter';
  readonly label: string;
  /** undefined: none. */
  readonly value: unknown;
  readonly onChange: (value: JsonValue | undefined) => void;
}

/** A condition or a filter on the records of a module. */
export function RuleInput({ module, kind, label, value, onChange }: RuleInputProps) {
  const { list } = useDefinitions('module');
  const id = list?.find((one) => nameOfListed(one) === module)?.id ?? '';
  const { definition } = useDefinition('module', id);
  if (definition === undefined) return module === undefined ? null : <SkeletonRows rows={1} columns={1} height={32} />;
  return (
    <ConditionEditor
      module={definition as unknown as ModuleDefinition}
      kind={kind}
      label={label}
      value={value as JsonValue | undefined}
      onChange={onChange}
    />
  );
}
