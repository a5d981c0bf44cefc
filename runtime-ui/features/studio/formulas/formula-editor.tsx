import { NumberInput, Select, TextInput } from '@mantine/core';
import { Braces, ChevronDown, Plus, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { FORMULA_OPERATORS } from '#engine/model/calculations';
import { checkCondition } from '#engine/model/conditions';
import type { FieldDefinition, Formula, ModuleDefinition } from '#engine/model/definitions';
import type { JsonValue } from '#engine/model/values';
import { isObject } from '../../../headless/index.ts';
import { Button, Icon, IconButton, t } from '../../../kit/index.ts';
import { ConditionEditor } from '../conditions/condition-editor.tsx';
import { JsonInput, type ReadJson } from '../conditions/json-input.tsx';
import { useFormulaSubjects, type FormulaSubject } from './formula-subjects.ts';
import {
  boundsOf,
  createCall,
  EMPTY_PART,
  FORMULA_FUNCTIONS,
  readFormula,
  writeFormula,
  type FormulaFunction,
  type FormulaPart,
} from './formula-tree.ts';

const CHEVRON = <Icon of={ChevronDown} />;

interface FormulaEditorProps {
  readonly module: ModuleDefinition;
  /** The field whose value is calculated. */
  readonly field: FieldDefinition;
  readonly value: Formula | undefined;
  readonly onChange: (formula: Formula | undefined) => void;
  /** Its name for screen readers. */
  readonly label: string;
  /** Whether it may read records that Relates point to. */
  readonly hasRelated: boolean;
}

/** Edits a formula by fields, values and functions, or as JSON. */
export function FormulaEditor({ module, field, value, onChange, label, hasRelated }: FormulaEditorProps) {
  const subjects = useFormulaSubjects(module, field, hasRelated);
  const text = JSON.stringify(value);
  const written = useRef(text);
  const [part, setPart] = useState(() => readFormula(value as JsonValue | undefined));
  const [isJson, setJson] = useState(false);
  useEffect(() => {
    if (written.current === text) return;
    written.current = text;
    setPart(readFormula(text === undefined ? undefined : (JSON.parse(text) as JsonValue)));
  }, [text]);
  const change = (next: FormulaPart) => {
    setPart(next);
    const formula = writeFormula(next);
    const after = JSON.stringify(formula);
    if (after === written.current) return;
    written.current = after;
    onChange(formula);
  };
  return (
    <div className="sf-condition" role="group" aria-label={label}>
      {isJson ? (
        <JsonInput value={value as { readonly [name: string]: JsonValue } | undefined} onChange={onChange} check={checkFormula} />
      ) : (
        <PartEditor part={part} label={t('studioFields.formula.result')} isRoot module={module} subjects={subjects} onChange={change} />
      )}
      <Button variant="quiet" size="xs" icon={Braces} aria-pressed={isJson} onClick={() => setJson(!isJson)}>
        {t(isJson ? 'studioFields.formula.asParts' : 'studioFields.conditions.asJson')}
      </Button>
    </div>
  );
}

function checkFormula(value: JsonValue): ReadJson<{ readonly [name: string]: JsonValue }> {
  const [problem] = checkCondition(value, FORMULA_OPERATORS);
  if (problem !== undefined) return { problem: problem.message };
  return isObject(value) ? { value } : { problem: t('studioFields.formula.noFunction') };
}

interface PartEditorProps {
  readonly part: FormulaPart;
  readonly label: string;
  readonly module: ModuleDefinition;
  readonly subjects: readonly FormulaSubject[];
  readonly onChange: (part: FormulaPart) => void;
  /** The whole formula: a value alone is none. */
  readonly isRoot?: boolean;
  readonly onRemove?: (() => void) | undefined;
}

/** One part: what it is, its value, and the parts that its function has. */
function PartEditor(props: PartEditorProps) {
  const { part, label, module, onChange, onRemove } = props;
  if (part.kind === 'condition')
    return (
      <ConditionEditor kind="condition" module={module} label={label} value={part.rule} onChange={(rule) => onChange({ ...part, rule })} />
    );
  return (
    <div className="sf-formula-part" role="group" aria-label={label}>
      <div className="sf-line">
        <div className="sf-test">
          <PartChoice {...props} />
          <PartValue part={part} label={label} onChange={onChange} />
        </div>
        {onRemove !== undefined && (
          <IconButton icon={X} size="xs" label={t('studioFields.formula.remove', { name: label })} onClick={onRemove} />
        )}
      </div>
      {part.kind === 'call' && <Operands {...props} part={part} />}
    </div>
  );
}

const functionLabel = (name: FormulaFunction) => t(`studioFields.formula.functions.${name}`);

/** The choice of a field, a function or a kind of value. */
function PartChoice({ part, label, subjects, isRoot = false, onChange }: PartEditorProps) {
  const known = part.kind === 'field' && !subjects.some(({ name }) => name === part.name) ? [{ name: part.name, label: part.name }] : [];
  const groups = Object.entries(FORMULA_FUNCTIONS) as readonly (readonly [keyof typeof FORMULA_FUNCTIONS, readonly FormulaFunction[]])[];
  const data = [
    {
      group: t('studioFields.formula.fields'),
      items: [...subjects, ...known].map((one) => ({ value: `field ${one.name}`, label: one.label })),
    },
    ...groups.map(([group, names]) => ({
      group: t(`studioFields.formula.groups.${group}`),
      items: names.map((name) => ({ value: `call ${name}`, label: functionLabel(name) })),
    })),
    ...(isRoot
      ? []
      : [
          {
            group: t('studioFields.formula.values'),
            items: (['number', 'text', 'yes', 'no'] as const).map((kind) => ({
              value: `value ${kind}`,
              label: t(`studioFields.formula.value.${kind}`),
            })),
          },
        ]),
    ...(part.kind === 'json' ? [{ group: t('studioFields.json'), items: [{ value: 'json', label: t('studioFields.json') }] }] : []),
  ];
  return (
    <Select
      aria-label={label}
      placeholder={t('studioFields.formula.choose')}
      rightSection={CHEVRON}
      searchable
      clearable={isRoot}
      openOnFocus={false}
      maxDropdownHeight={320}
      nothingFoundMessage={t('views.fields.noMatch')}
      data={data}
      value={choiceOf(part)}
      onChange={(choice) => {
        if (choice !== choiceOf(part)) onChange(toPart(choice, part));
      }}
    />
  );
}

function choiceOf(part: FormulaPart): string | null {
  if (part.kind === 'field' || part.kind === 'call') return `${part.kind} ${part.name}`;
  if (part.kind !== 'value') return part.kind;
  if (part.value === null) return null;
  if (typeof part.value === 'boolean') return part.value ? 'value yes' : 'value no';
  return typeof part.value === 'number' ? 'value number' : 'value text';
}

const VALUES: { readonly [choice: string]: string | number | boolean } = {
  'value number': 0,
  'value text': '',
  'value yes': true,
  'value no': false,
};

function toPart(choice: string | null, before: FormulaPart): FormulaPart {
  if (choice === null) return EMPTY_PART;
  const [kind, ...rest] = choice.split(' ');
  const name = rest.join(' ');
  if (kind === 'field') return { kind: 'field', name };
  if (kind === 'value') return { kind: 'value', value: VALUES[choice] ?? null };
  if (kind !== 'call') return before;
  // The same operands in another function, such as a sum that becomes a product.
  const call = createCall(name as FormulaFunction, before.kind === 'call' ? EMPTY_PART : before);
  if (before.kind !== 'call' || call.kind !== 'call' || (call.name === 'if') !== (before.name === 'if')) return call;
  const [fewest, most] = boundsOf(call.name);
  const operands = before.operands.slice(0, most);
  return { ...call, operands: [...operands, ...Array.from({ length: Math.max(0, fewest - operands.length) }, () => EMPTY_PART)] };
}

/** The value itself, or the JSON of a part that has no form. */
function PartValue({ part, label, onChange }: Pick<PartEditorProps, 'part' | 'label' | 'onChange'>) {
  const name = t('studioFields.formula.valueOf', { name: label });
  if (part.kind === 'json')
    return (
      <JsonInput
        value={part.rule}
        check={checkPart}
        onChange={(rule) => {
          if (rule !== undefined) onChange({ ...part, rule });
        }}
      />
    );
  if (part.kind !== 'value') return null;
  if (typeof part.value === 'number')
    return (
      <NumberInput
        aria-label={name}
        value={part.value}
        onChange={(next) => onChange({ kind: 'value', value: typeof next === 'number' ? next : 0 })}
      />
    );
  if (typeof part.value === 'string')
    return (
      <TextInput
        aria-label={name}
        maxLength={2000}
        value={part.value}
        onChange={(event) => onChange({ kind: 'value', value: event.currentTarget.value })}
      />
    );
  return null;
}

function checkPart(value: JsonValue): ReadJson<JsonValue> {
  const [problem] = checkCondition(value, FORMULA_OPERATORS);
  return problem === undefined ? { value } : { problem: problem.message };
}

function Operands({ part, ...props }: PartEditorProps & { readonly part: FormulaPart & { readonly kind: 'call' } }) {
  const { onChange, module, subjects } = props;
  const [fewest, most] = boundsOf(part.name);
  const set = (operands: readonly FormulaPart[]) => onChange({ ...part, operands });
  return (
    <div className="sf-formula-operands">
      {part.operands.map((operand, at) => (
        <PartEditor
          key={at}
          part={operand}
          label={operandLabel(part.name, at)}
          module={module}
          subjects={subjects}
          onChange={(next) => set(part.operands.map((one, index) => (index === at ? next : one)))}
          onRemove={part.operands.length > fewest ? () => set(part.operands.filter((_one, index) => index !== at)) : undefined}
        />
      ))}
      {part.operands.length < most && (
        <Button variant="quiet" size="xs" icon={Plus} onClick={() => set([...part.operands, EMPTY_PART])}>
          {t('studioFields.formula.add', { name: functionLabel(part.name) })}
        </Button>
      )}
    </div>
  );
}

/** What a part is in its function: 'Condition', 'Days', or its number. */
function operandLabel(name: FormulaFunction, at: number): string {
  if (name === 'if') return t(`studioFields.formula.choice.${(['condition', 'then', 'otherwise'] as const)[at] ?? 'otherwise'}`);
  if (at === 1 && name === 'round') return t('studioFields.formula.operand.decimals');
  if (at === 1 && (name === 'add_days' || name === 'add_months')) return t(`studioFields.formula.operand.${name}`);
  if (name === 'substr' && at > 0) return t(at === 1 ? 'studioFields.formula.operand.from' : 'studioFields.formula.operand.length');
  return t('studioFields.formula.part', { number: at + 1 });
}
