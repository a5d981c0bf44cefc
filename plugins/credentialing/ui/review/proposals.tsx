import { Checkbox, TextInput } from '@mantine/core';
import { Check, CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button, formatFullDay, Icon, showNotice, useAction, type RecordData } from '#ui';
import { tCredentialing } from '../texts.ts';
import type { Mark } from '../viewer/document-viewer.tsx';
import { acceptReading, readDocument, type Proposal, type ReadField, type Reading } from './use-reading.ts';

const isDay = (field: ReadField): boolean => field === 'issue_date' || field === 'end_date';

/** A value for people. */
const describeValue = (field: ReadField, value: string): string => (isDay(field) ? formatFullDay(value) : value);

/** The frames around the values on the page. */
export function marksOf(reading: Reading | undefined): readonly Mark[] {
  return (reading?.proposals ?? []).map(({ field, value, page, box, comparison }) => ({
    page,
    box,
    label: `${tCredentialing(`reading.${field}`)}: ${describeValue(field, value)}`,
    isWrong: comparison.state === 'problem',
  }));
}

/** The values that a person accepts, by field. */
type Accepted = { readonly [field in ReadField]?: string };

interface LineProps {
  readonly proposal: Proposal;
  /** The accepted value of the field; undefined: none. */
  readonly accepted: string | undefined;
  /** The values can be typed. */
  readonly isCorrecting: boolean;
  /** Undefined: it is not accepted. */
  readonly onAccept: (value: string | undefined) => void;
}

function Line({ proposal: { field, value, comparison }, accepted, isCorrecting, onAccept }: LineProps) {
  const label = tCredentialing(`reading.${field}`);
  return (
    <tr data-state={comparison.state}>
      <td>
        <Checkbox
          label={label}
          aria-label={`${label}: ${describeValue(field, value)}`}
          checked={accepted !== undefined}
          onChange={(event) => onAccept(event.target.checked ? value : undefined)}
        />
      </td>
      <td>
        {isCorrecting && accepted !== undefined ? (
          <TextInput
            aria-label={tCredentialing('reading.corrected', { field: label })}
            type={isDay(field) ? 'date' : 'text'}
            size="xs"
            maxLength={200}
            value={accepted}
            onChange={(event) => onAccept(event.target.value)}
          />
        ) : (
          <strong>{describeValue(field, accepted ?? value)}</strong>
        )}
      </td>
      <td>
        <Icon of={comparison.state === 'fine' ? Check : CircleAlert} size={14} /> {comparison.text}
      </td>
    </tr>
  );
}

interface ProposalsProps {
  readonly item: RecordData;
  readonly reading: Reading;
  /** The item was changed. */
  readonly onSaved: () => Promise<unknown> | void;
}

function Values({ item, reading, onSaved }: ProposalsProps) {
  // The place of the accepted proposal, and its value as it was read or corrected.
  const [accepted, setAccepted] = useState<ReadonlyMap<number, string>>(new Map());
  const [isCorrecting, setCorrecting] = useState(false);
  const { isBusy, run } = useAction();
  const { proposals } = reading;
  const accept = (at: number, value: string | undefined) => {
    // A field has one value: another proposal for it is given up.
    const remaining = [...accepted].filter(([other]) => proposals[other]?.field !== proposals[at]?.field);
    setAccepted(new Map(value === undefined ? remaining : [...remaining, [at, value]]));
  };
  const values = [...accepted].reduce<Accepted>((all, [at, value]) => {
    const field = proposals[at]?.field;
    return field === undefined ? all : { ...all, [field]: value };
  }, {});
  const save = () =>
    run(async () => {
      await acceptReading(item, reading.document, values);
      showNotice({ kind: 'ok', text: tCredentialing('reading.saved') });
      await onSaved();
    });
  return (
    <>
      <table className="cr-proposals">
        <tbody>
          {proposals.map((proposal, at) => (
            <Line
              key={`${proposal.field} ${proposal.page} ${proposal.value}`}
              proposal={proposal}
              accepted={accepted.get(at)}
              isCorrecting={isCorrecting}
              onAccept={(value) => accept(at, value)}
            />
          ))}
        </tbody>
      </table>
      <div className="cr-chips">
        <Button size="sm" loading={isBusy} disabled={accepted.size === 0 || [...accepted.values()].includes('')} onClick={save}>
          {tCredentialing('reading.save', { count: accepted.size })}
        </Button>
        <Button
          size="sm"
          variant="quiet"
          aria-pressed={isCorrecting}
          disabled={accepted.size === 0}
          onClick={() => setCorrecting(!isCorrecting)}
        >
          {tCredentialing('reading.correct')}
        </Button>
      </div>
    </>
  );
}

function ReadNow({ item, onSaved }: Pick<ProposalsProps, 'item' | 'onSaved'>) {
  const { isBusy, run } = useAction();
  const read = () =>
    run(async () => {
      await readDocument(item._id);
      await onSaved();
    });
  return (
    <Button size="sm" loading={isBusy} onClick={read}>
      {tCredentialing('reading.read')}
    </Button>
  );
}

/** The values that were read from the page, as proposals beside what the record says. Only what a person chooses is saved. */
export function Proposals(props: ProposalsProps) {
  const { item, reading, onSaved } = props;
  const t = tCredentialing;
  const isEmpty = reading.status === 'Read' && reading.proposals.length === 0;
  return (
    <section className="cr-block" aria-label={t('reading.title')}>
      <h2 className="cr-block-title">{t('reading.title')}</h2>
      {reading.problem !== null && <p className="ms-muted">{reading.problem.text}</p>}
      {isEmpty && <p className="ms-muted">{t('reading.nothing')}</p>}
      {reading.status === 'Not read' && <ReadNow item={item} onSaved={onSaved} />}
      {reading.proposals.length > 0 && <Values {...props} />}
    </section>
  );
}
