import { Braces, ListPlus, Plus, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { checkCondition } from '#engine/model/conditions';
import type { ModuleDefinition } from '#engine/model/definitions';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { Button, IconButton, t } from '../../../kit/index.ts';
import { FilterEditor } from './filter-editor.tsx';
import { TestRow } from './test-row.tsx';
import { createGroup, createTest, type ConditionGroup, type ConditionItem, type ConditionPart } from './condition-tree.ts';
import { describeCondition } from './describe-condition.ts';
import { JsonInput, type ReadJson } from './json-input.tsx';
import { readCondition } from './read-condition.ts';
import { listOperators, type ConditionSubject } from './subjects.ts';
import { useConditionLabels } from './use-condition-labels.ts';
import { writeCondition, type FindSubject } from './write-condition.ts';
import '../studio-fields.css';

/** Props of the editor of a condition or a filter. */
export interface ConditionEditorProps {
  /** The module whose fields are compared, as the draft has it. */
  readonly module: ModuleDefinition;
  /** The condition (JSON Logic) or the filter; undefined: none. */
  readonly value: JsonValue | undefined;
  readonly onChange: (value: JsonValue | undefined) => void;
  readonly kind: 'condition' | 'filter';
  /** Its name for screen readers. */
  readonly label: string;
}

/** Edits a condition or a filter by rows of field, operator and value in nested groups, or as JSON. */
export function ConditionEditor({ kind, value, onChange, ...props }: ConditionEditorProps) {
  if (kind === 'filter') return <FilterEditor {...props} value={value as JsonObject | undefined} onChange={onChange} />;
  return <RuleEditor {...props} value={value} onChange={onChange} />;
}

interface RuleEditorProps extends Omit<ConditionEditorProps, 'kind'> {
  readonly value: JsonValue | undefined;
}

/** Whether a tree has a part that is shown as JSON: with fields that are loaded later it can have a form. */
function hasPart(group: ConditionGroup): boolean {
  return group.items.some((item) => item.kind === 'json' || (item.kind === 'group' && hasPart(item)));
}

/** The tree of a condition; it is read again if the condition is changed elsewhere, such as by an undo. */
function useTree(value: JsonValue | undefined, find: FindSubject, onChange: (value: JsonValue | undefined) => void) {
  const [tree, setTree] = useState(() => readCondition(value, find));
  const written = useRef(JSON.stringify(value));
  const text = JSON.stringify(value);
  useEffect(() => {
    if (written.current === text) setTree((now) => (hasPart(now) ? readCondition(value, find) : now));
    else {
      written.current = text;
      setTree(readCondition(value, find));
    }
    // `value` is new with each render: its text says whether it changed.
  }, [text, find]);
  const change = (next: ConditionGroup) => {
    setTree(next);
    const condition = writeCondition(next, find);
    const after = JSON.stringify(condition);
    if (after === written.current) return;
    written.current = after;
    onChange(condition);
  };
  return { tree, change };
}

function RuleEditor({ module, value, onChange, label }: RuleEditorProps) {
  const labels = useConditionLabels(module, value);
  const { subjects } = labels;
  const find = useMemo<FindSubject>(() => (name) => subjects.find((one) => one.name === name), [subjects]);
  const { tree, change } = useTree(value, find, onChange);
  const [isJson, setJson] = useState(false);
  const words = describeCondition(tree, labels);
  return (
    <div className="sf-condition" role="group" aria-label={label}>
      {isJson ? (
        <JsonInput value={value} onChange={onChange} check={checkRule} />
      ) : (
        <GroupEditor group={tree} depth={0} subjects={subjects} module={module} onChange={change} />
      )}
      {words !== '' && <p className="sf-words">{words}</p>}
      <Button variant="quiet" size="xs" icon={Braces} aria-pressed={isJson} onClick={() => setJson(!isJson)}>
        {t(isJson ? 'studioFields.conditions.asRows' : 'studioFields.conditions.asJson')}
      </Button>
    </div>
  );
}

interface GroupEditorProps {
  readonly group: ConditionGroup;
  /** Nesting depth; the outermost is 0. */
  readonly depth: number;
  readonly subjects: readonly ConditionSubject[];
  readonly module: ModuleDefinition;
  readonly onChange: (group: ConditionGroup) => void;
  readonly onRemove?: () => void;
}

const MATCHES = ['all', 'any', 'none'] as const;

/** Buttons for how the items of a group are combined. */
function MatchSwitch({ group, onChange }: Pick<GroupEditorProps, 'group' | 'onChange'>) {
  const current = group.negated ? 'none' : group.match;
  return (
    <div className="sf-match" role="radiogroup" aria-label={t('studioFields.conditions.match')}>
      {MATCHES.map((one) => (
        <button
          key={one}
          type="button"
          role="radio"
          aria-checked={one === current}
          onClick={() => onChange({ ...group, negated: one === 'none', match: one === 'all' ? 'all' : 'any' })}
        >
          {t(`studioFields.conditions.${one}`)}
        </button>
      ))}
    </div>
  );
}

function firstTest(subjects: readonly ConditionSubject[]): ConditionItem | undefined {
  const subject = subjects.find(({ kind }) => kind === 'option') ?? subjects[0];
  const operator = subject && listOperators(subject)[0];
  return subject === undefined || operator === undefined ? undefined : createTest(subject.name, operator);
}

function GroupEditor({ group, depth, subjects, module, onChange, onRemove }: GroupEditorProps) {
  const set = (id: number, next: ConditionItem | undefined) =>
    onChange({ ...group, items: group.items.flatMap((item) => (item.id !== id ? [item] : next === undefined ? [] : [next])) });
  const add = (item: ConditionItem | undefined) => {
    if (item !== undefined) onChange({ ...group, items: [...group.items, item] });
  };
  const first = firstTest(subjects);
  return (
    <div className="sf-group" data-depth={depth} role="group" aria-label={t('studioFields.conditions.group')}>
      {(group.items.length > 1 || depth > 0 || group.negated) && (
        <div className="sf-group-head">
          <MatchSwitch group={group} onChange={onChange} />
          {onRemove !== undefined && <IconButton icon={X} size="xs" label={t('studioFields.conditions.removeGroup')} onClick={onRemove} />}
        </div>
      )}
      {group.items.map((item) => (
        <ItemEditor
          key={item.id}
          item={item}
          depth={depth}
          subjects={subjects}
          module={module}
          onChange={(next) => set(item.id, next)}
          onRemove={() => set(item.id, undefined)}
        />
      ))}
      <div className="sf-group-foot">
        <Button variant="quiet" size="xs" icon={Plus} onClick={() => add(first)}>
          {t('studioFields.conditions.add')}
        </Button>
        {depth < 4 && group.items.length > 0 && (
          <Button
            variant="quiet"
            size="xs"
            icon={ListPlus}
            onClick={() => add(createGroup(group.match === 'all' ? 'any' : 'all', first === undefined ? [] : [first]))}
          >
            {t('studioFields.conditions.addGroup')}
          </Button>
        )}
      </div>
    </div>
  );
}

interface ItemEditorProps extends Pick<GroupEditorProps, 'depth' | 'subjects' | 'module'> {
  readonly item: ConditionItem;
  readonly onChange: (item: ConditionItem) => void;
  readonly onRemove: () => void;
}

function ItemEditor({ item, depth, subjects, module, onChange, onRemove }: ItemEditorProps) {
  if (item.kind === 'group')
    return <GroupEditor group={item} depth={depth + 1} subjects={subjects} module={module} onChange={onChange} onRemove={onRemove} />;
  return (
    <div className="sf-line">
      {item.kind === 'json' ? (
        <JsonPart part={item} onChange={onChange} />
      ) : (
        <TestRow test={item} subjects={subjects} module={module} onChange={onChange} />
      )}
      <IconButton icon={X} size="xs" label={t('studioFields.conditions.remove')} onClick={onRemove} />
    </div>
  );
}

function JsonPart({ part, onChange }: { readonly part: ConditionPart; readonly onChange: (part: ConditionItem) => void }) {
  return (
    <div className="sf-json-part">
      <JsonInput
        value={part.rule}
        check={checkRule}
        onChange={(rule) => {
          if (rule !== undefined) onChange({ ...part, rule });
        }}
      />
    </div>
  );
}

function checkRule(value: JsonValue): ReadJson<JsonValue> {
  const [problem] = checkCondition(value);
  return problem === undefined ? { value } : { problem: problem.message };
}
