import { NumberInput, Select } from '@mantine/core';
import type { WorkflowSpan, WorkflowUnit } from '#engine/model/definitions';
import { t } from '../../../../kit/index.ts';
import { CHEVRON } from './field-selects.tsx';

const UNITS: readonly WorkflowUnit[] = ['minutes', 'hours', 'days', 'weeks', 'months', 'years'];

interface SpanInputProps {
  readonly label: string;
  readonly value: WorkflowSpan;
  readonly onChange: (span: WorkflowSpan) => void;
  /** Texts of the two directions; absent: the span has none, and is at least 1. */
  readonly directions?: { readonly before: string; readonly after: string };
}

/** A span of time: an amount, a unit, and whether it is before or after. */
export function SpanInput({ label, value: { amount, unit }, onChange, directions }: SpanInputProps) {
  const isBefore = amount < 0;
  return (
    <div className="sw-span" role="group" aria-label={label}>
      <NumberInput
        aria-label={t('studioWorkflows.spanInput.amount', { label })}
        allowDecimal={false}
        allowNegative={false}
        min={directions === undefined ? 1 : 0}
        max={100_000}
        value={Math.abs(amount)}
        onChange={(next) => {
          if (typeof next === 'number' && Number.isInteger(next)) onChange({ amount: isBefore ? -next : next, unit });
        }}
      />
      <Select
        aria-label={t('studioWorkflows.spanInput.unit', { label })}
        rightSection={CHEVRON}
        allowDeselect={false}
        data={UNITS.map((one) => ({ value: one, label: t(`studioWorkflows.spanInput.${one}`) }))}
        value={unit}
        onChange={(next) => {
          const found = UNITS.find((one) => one === next);
          if (found !== undefined) onChange({ amount, unit: found });
        }}
      />
      {directions !== undefined && (
        <Select
          aria-label={t('studioWorkflows.spanInput.direction', { label })}
          rightSection={CHEVRON}
          allowDeselect={false}
          disabled={amount === 0}
          data={[
            { value: 'after', label: directions.after },
            { value: 'before', label: directions.before },
          ]}
          value={isBefore ? 'before' : 'after'}
          onChange={(next) => onChange({ amount: next === 'before' ? -Math.abs(amount) : Math.abs(amount), unit })}
        />
      )}
    </div>
  );
}
