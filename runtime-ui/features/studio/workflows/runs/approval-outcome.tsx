import type { JsonValue } from '#engine/model/values';
import { formatShortInstant, nameOfId } from '../../../../fields/values/index.ts';
import { useNamesById } from '../../../../headless/index.ts';
import { t } from '../../../../kit/index.ts';

/** What the run of an approval shows: who decided, when and with which comment, and who was asked. */
interface ApprovalResult {
  readonly outcome?: 'approved' | 'declined' | 'timed-out';
  readonly by?: string;
  readonly at?: string;
  readonly comment?: string;
  readonly approvers?: readonly string[];
  readonly delegations?: readonly { readonly from: string; readonly to: string; readonly comment: string }[];
}

/** Who decided an approval, or whom it waits for, and who handed it over. */
export function ApprovalOutcome({ result }: { readonly result: JsonValue | undefined }) {
  const { outcome, by, at, comment = '', approvers = [], delegations = [] } = (result ?? {}) as ApprovalResult;
  const ids = [...approvers, ...(by === undefined ? [] : [by]), ...delegations.flatMap(({ from, to }) => [from, to])];
  const names = useNamesById('users', [...new Set(ids)]);
  const nameOf = (id: string) => nameOfId(names, id);
  const when = at === undefined ? '' : formatShortInstant(at);
  return (
    <>
      {outcome === undefined && approvers.length > 0 && (
        <p className="ms-muted">{t('studioWorkflows.runs.approval.waits', { names: approvers.map(nameOf).join(', ') })}</p>
      )}
      {outcome === 'timed-out' && <p className="ms-muted">{t('studioWorkflows.runs.approval.timedOut')}</p>}
      {by !== undefined && (outcome === 'approved' || outcome === 'declined') && (
        <p className="ms-muted">{t(`studioWorkflows.runs.approval.${outcome}`, { name: nameOf(by), when })}</p>
      )}
      {delegations.map(({ from, to }, index) => (
        <p key={index} className="ms-muted">
          {t('studioWorkflows.runs.approval.handedOver', { from: nameOf(from), to: nameOf(to) })}
        </p>
      ))}
      {comment !== '' && <p>{t('studioWorkflows.value.text', { text: comment })}</p>}
    </>
  );
}
