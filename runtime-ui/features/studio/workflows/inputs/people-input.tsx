import { Plus, X } from 'lucide-react';
import type { WorkflowApprover, WorkflowRecipient } from '#engine/model/definitions';
import type { FieldView } from '#engine/model/wire';
import { nameOfId } from '../../../../fields/values/index.ts';
import { RelatePicker } from '../../../../fields/widgets/index.ts';
import { useModuleSummaries, useNamesById } from '../../../../headless/index.ts';
import { Button, IconButton, t } from '../../../../kit/index.ts';
import { useDefinitions } from '../../draft/use-definitions.ts';
import { Choice, PathChoice } from './field-selects.tsx';

/** Somebody whom a workflow names: each has one property, which says how. */
type Person = WorkflowRecipient | WorkflowApprover;
type KeysOf<Union> = Union extends unknown ? keyof Union : never;

interface PeopleInputProps<Somebody extends Person> {
  /** Where its texts are. */
  readonly texts: 'recipients' | 'approval';
  readonly title: string;
  readonly help?: string;
  /** How people can be named, the default first. */
  readonly kinds: readonly KeysOf<Somebody>[];
  /** Somebody named in a way, not chosen yet. */
  readonly create: (kind: KeysOf<Somebody>) => Somebody;
  /** The fields that can name them. */
  readonly accepts: (field: FieldView) => boolean;
  readonly people: readonly Somebody[];
  /** Default: 0. */
  readonly min?: number;
  /** Default: no limit. */
  readonly max?: number;
  readonly onChange: (people: Somebody[]) => void;
}

/** A list of people, each named by a field, by id, by role or otherwise. */
export function PeopleInput<Somebody extends Person>(props: PeopleInputProps<Somebody>) {
  const { texts, title, help, kinds, create, accepts, people, min = 0, max = Infinity, onChange } = props;
  const [first] = kinds;
  return (
    <fieldset className="sw-recipients">
      <legend>{title}</legend>
      {help !== undefined && <p className="sw-none">{help}</p>}
      {people.map((person, index) => {
        const label = t(`studioWorkflows.${texts}.number`, { number: index + 1 });
        const set = (next: Somebody) => onChange(people.map((one, at) => (at === index ? next : one)));
        return (
          <div key={index} className="sw-recipient" role="group" aria-label={label}>
            <Choice
              isLabelHidden
              label={label}
              options={kinds.map((kind) => ({ value: String(kind), label: labelOf(texts, kind) }))}
              value={String(kinds.find((kind) => kind in person) ?? first)}
              onChange={(next) => {
                const kind = kinds.find((one) => one === next) ?? first;
                if (kind !== undefined) set(create(kind));
              }}
            />
            <Operand texts={texts} accepts={accepts} person={person} onChange={(next) => set(next as Somebody)} />
            {people.length > min && (
              <IconButton
                icon={X}
                size="sm"
                label={t(`studioWorkflows.${texts}.remove`, { label })}
                onClick={() => onChange(people.filter((_one, at) => at !== index))}
              />
            )}
          </div>
        );
      })}
      {people.length < max && first !== undefined && (
        <Button size="xs" variant="quiet" icon={Plus} onClick={() => onChange([...people, create(first)])}>
          {t(`studioWorkflows.${texts}.add`)}
        </Button>
      )}
    </fieldset>
  );
}

function labelOf(texts: 'recipients' | 'approval', kind: KeysOf<Person>): string {
  if (kind === 'owner') return t('studioWorkflows.recipients.owner');
  if (kind === 'team') return t('studioWorkflows.recipients.team');
  if (kind === 'lead') return t('studioWorkflows.approval.lead');
  return t(`studioWorkflows.${texts}.${kind}`);
}

interface OperandProps extends Pick<PeopleInputProps<Person>, 'texts' | 'accepts'> {
  readonly person: Person;
  readonly onChange: (next: { field: string } | { role: string } | { team: string } | { user: string }) => void;
}

/** Who it is; the owner and their manager need nothing more. */
function Operand({ texts, accepts, person, onChange }: OperandProps) {
  const roles = useDefinitions('role').list?.filter(({ action }) => action !== 'removed') ?? [];
  if ('field' in person)
    return (
      <PathChoice
        isLabelHidden
        label={labelOf(texts, 'field')}
        accepts={accepts}
        value={person.field}
        onChange={(field) => onChange({ field })}
      />
    );
  if ('role' in person)
    return (
      <Choice
        isLabelHidden
        label={labelOf(texts, 'role')}
        options={roles.map(({ id, label }) => ({ value: id, label }))}
        value={person.role}
        onChange={(role) => onChange({ role })}
      />
    );
  if ('team' in person)
    return <RecordChoice module="teams" label={labelOf(texts, 'team')} id={person.team} onChange={(team) => onChange({ team })} />;
  if ('user' in person)
    return <RecordChoice module="users" label={labelOf(texts, 'user')} id={person.user} onChange={(user) => onChange({ user })} />;
  return null;
}

interface RecordChoiceProps {
  readonly module: string;
  readonly label: string;
  /** '': none yet. */
  readonly id: string;
  readonly onChange: (id: string) => void;
  readonly isLabelShown?: boolean;
}

/** Chooses a record of a module by its name. */
export function RecordChoice({ module, label, id, onChange, isLabelShown = false }: RecordChoiceProps) {
  const [summary] = useModuleSummaries([module]);
  const names = useNamesById(module, id === '' ? [] : [id]);
  return (
    <RelatePicker
      module={summary}
      value={id === '' ? undefined : { _id: id, name: nameOfId(names, id) }}
      onPick={(choice) => onChange(choice?._id ?? '')}
      wrapping={isLabelShown ? { label } : { 'aria-label': label }}
    />
  );
}
