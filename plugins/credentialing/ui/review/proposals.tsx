import { Check, CircleAlert } from 'lucide-react';
import { Button, formatFullDay, Icon } from '#ui';
import { tCredentialing } from '../texts.ts';
import type { Mark } from '../viewer/document-viewer.tsx';
import type { Proposal, Reading } from './use-reading.ts';

/** A value for people. */
const describeValue = ({ field, value }: Proposal): string => (field === 'issue_date' || field === 'end_date' ? formatFullDay(value) : value);

/** The frames around the values on the page. */
export function marksOf(reading: Reading | undefined): readonly Mark[] {
  return (reading?.proposals ?? []).map((proposal) => ({
    page: proposal.page,
    box: proposal.box,
    label: `${tCredentialing(`reading.${proposal.field}`)}: ${describeValue(proposal)}`,
    isWrong: proposal.comparison.state === 'problem',
  }));
}

interface LineProps {
  readonly proposal: Proposal;
  readonly onUseEnd: ((day: string) => void) | undefined;
}

function Line({ proposal, onUseEnd }: LineProps) {
  const { field, value, comparison } = proposal;
  return (
    <tr data-state={comparison.state}>
      <td>
        <Icon of={comparison.state === 'fine' ? Check : CircleAlert} size={14} />
        {tCredentialing(`reading.${field}`)}
      </td>
      <td>
        <strong>{describeValue(proposal)}</strong>
      </td>
      <td>
        {comparison.text}
        {field === 'end_date' && onUseEnd !== undefined && (
          <Button size="xs" className="cr-use" onClick={() => onUseEnd(value)}>
            {tCredentialing('reading.use')}
          </Button>
        )}
      </td>
    </tr>
  );
}

/** The values that were read from the page, as proposals beside what the record says. None is filled in by itself. */
export function Proposals({ reading, onUseEnd }: { readonly reading: Reading; readonly onUseEnd: LineProps['onUseEnd'] }) {
  const t = tCredentialing;
  if (reading.status === 'off') return null;
  return (
    <section className="cr-block" aria-label={t('reading.title')}>
      <h3 className="cr-block-title">{t('reading.title')}</h3>
      {reading.status === 'waiting' && <p className="ms-muted">{t('reading.waiting')}</p>}
      {reading.status === 'failed' && <p className="ms-muted">{reading.problem ?? t('reading.failed')}</p>}
      {reading.status === 'read' && reading.proposals.length === 0 && <p className="ms-muted">{t('reading.nothing')}</p>}
      {reading.proposals.length > 0 && (
        <table className="cr-proposals">
          <tbody>
            {reading.proposals.map((proposal) => (
              <Line key={`${proposal.field} ${proposal.page} ${proposal.value}`} proposal={proposal} onUseEnd={onUseEnd} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
