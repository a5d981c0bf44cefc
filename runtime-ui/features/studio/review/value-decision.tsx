import { Select, TextInput } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { ChangeSetPlan, ChangeView, PlannedRecords } from '#engine/model/wire';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { isObject } from '../../../headless/index.ts';
import { Icon, t } from '../../../kit/index.ts';
import type { ValueDecision } from './decisions.ts';

interface Option {
  readonly value: string;
  readonly label: string;
}

interface ValueDecisionInputProps {
  readonly records: PlannedRecords;
  /** The options that stay; undefined: they are not known here. */
  readonly options: readonly Option[] | undefined;
  readonly decision: ValueDecision | undefined;
  readonly onDecide: (decision: ValueDecision) => void;
}

const MOVE = 'move:';

/** What happens to the values of a removed option, field or module. */
export function ValueDecisionInput({ records: { choices, count, value }, options, decision, onDecide }: ValueDecisionInputProps) {
  const [isTyping, setTyping] = useState(decision?.kind === 'move' && options === undefined);
  const moves = choices.includes('map')
    ? (options ?? []).map((option) => ({ value: `${MOVE}${option.value}`, label: t('studioReview.decide.move', { label: option.label }) }))
    : [];
  const data = [
    ...moves,
    ...(choices.includes('map') && options === undefined ? [{ value: MOVE, label: t('studioReview.decide.other') }] : []),
    ...(choices.includes('clear') ? [{ value: 'clear', label: t('studioReview.decide.clear') }] : []),
    ...(choices.includes('keep') ? [{ value: 'keep', label: t('studioReview.decide.keep') }] : []),
  ];
  const choose = (chosen: string | null) => {
    setTyping(chosen === MOVE);
    if (chosen === 'keep' || chosen === 'clear') onDecide({ kind: chosen });
    else if (chosen !== null && chosen !== MOVE) onDecide({ kind: 'move', to: chosen.slice(MOVE.length) });
  };
  return (
    <div className="sr-decision">
      <Select
        label={t('studioReview.decide.label', { count })}
        placeholder={t('studioReview.decide.choose')}
        data={data}
        value={isTyping ? MOVE : toChoice(decision)}
        allowDeselect={false}
        searchable={data.length > 10}
        rightSection={<Icon of={ChevronDown} />}
        onChange={choose}
      />
      {isTyping && (
        <TextInput
          key={value}
          label={t('studioReview.decide.value')}
          defaultValue={decision?.kind === 'move' ? decision.to : ''}
          onChange={({ currentTarget }) => {
            const to = currentTarget.value.trim();
            if (to !== '') onDecide({ kind: 'move', to });
          }}
        />
      )}
    </div>
  );
}

function toChoice(decision: ValueDecision | undefined): string | null {
  if (decision === undefined) return null;
  return decision.kind === 'move' ? `${MOVE}${decision.to}` : decision.kind;
}

/** The options that values can become: those of the new type, or those that stay. */
export function listChoices(records: PlannedRecords, changes: readonly ChangeView[], plan: ChangeSetPlan): readonly Option[] | undefined {
  const converted = records.reason === 'type' ? plan.conversions.find(({ id }) => id === records.id) : undefined;
  return converted === undefined ? findOptions(records, changes, plan) : converted.options;
}

/** The options that the values of a removed option can become: those of the dropdown as the draft has it. */
export function findOptions(
  { module, field, id }: PlannedRecords,
  changes: readonly ChangeView[],
  { references }: Pick<ChangeSetPlan, 'references'>,
): readonly Option[] | undefined {
  const drafted = changes.find((change) => change.kind === 'module' && listOf(change.definition, 'fields').some((one) => one['id'] === id));
  const name = listOf(drafted?.definition ?? null, 'fields').find((one) => one['id'] === id)?.['dropdown'];
  const used = references.filter(
    ({ target, from, path }) =>
      target.startsWith('dropdown/') && from === `module/${module}` && `${path}/`.startsWith(`/fields/${field ?? ''}/`),
  );
  const wanted = typeof name === 'string' ? [`dropdown/${name}`] : used.map(({ target }) => target);
  const dropdown = changes.find(({ artifact, definition }) => wanted.includes(artifact) && definition !== null);
  if (dropdown === undefined) return undefined;
  return listOf(dropdown.definition, 'options').flatMap(({ value, label }) =>
    typeof value === 'string' ? [{ value, label: typeof label === 'string' ? label : value }] : [],
  );
}

function listOf(definition: JsonObject | null, property: string): readonly { readonly [name: string]: JsonValue }[] {
  const list = definition?.[property];
  return Array.isArray(list) ? (list as readonly JsonValue[]).filter(isObject) : [];
}
