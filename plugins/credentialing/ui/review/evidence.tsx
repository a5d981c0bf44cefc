import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { toText } from '#engine/model';
import { Button, findModule, formatDay, Icon, QuickCreateDialog, useNamesById, useRecordSearch, useShell, type RecordData } from '#ui';
import { tCredentialing } from '../texts.ts';

const CHECKS = 'evidenceChecks';
/** Checks that are shown at an item; the others are with the provider. */
const SHOWN = 5;

const isWebAddress = (address: string): boolean => /^https?:\/\//i.test(address);

function Check({ check, by }: { readonly check: RecordData; readonly by: string | undefined }) {
  const t = tCredentialing;
  const link = toText(check['source_link']);
  const source = toText(check['source']);
  const again = toText(check['recheck_on']);
  return (
    <li className="cr-evidence" data-problem={check['result'] === 'Problem found'}>
      <Icon of={ShieldCheck} />
      <span>
        <strong>{toText(check['kind'])}</strong> {toText(check['result'])}
      </span>
      <span>{t('evidence.checked', { day: formatDay(toText(check['checked_on'])) })}</span>
      <span>
        {t('evidence.source')}{' '}
        {isWebAddress(link) ? (
          <a className="ms-link ms-link-link" href={link} target="_blank" rel="noopener noreferrer">
            {source || link}
          </a>
        ) : (
          source
        )}
      </span>
      {by !== undefined && <span>{t('evidence.by', { name: by })}</span>}
      {again !== '' && <span>{t('evidence.again', { day: formatDay(again) })}</span>}
    </li>
  );
}

/** The checks at the source that belong to an item, the last one first, and the way to enter another. */
export function Evidence({ item, provider }: { readonly item: RecordData; readonly provider: string | undefined }) {
  const module = findModule(useShell().data, CHECKS);
  const [isAdding, setAdding] = useState(false);
  const { data, refetch } = useRecordSearch(module, {
    searchTerms: { required_item: { equals: item._id } },
    sortField: 'checked_on',
    sortOrder: 'desc',
    pageSize: SHOWN,
  });
  const checks = data?.data ?? [];
  const { names } = useNamesById(
    'users',
    checks.map((check) => toText(check['checked_by'])).filter((id) => id !== ''),
  );
  if (module === undefined) return null;
  return (
    <section className="cr-block" aria-label={tCredentialing('evidence.title')}>
      {checks.length > 0 && (
        <ul className="cr-list">
          {checks.map((check) => (
            <Check key={check._id} check={check} by={names.get(toText(check['checked_by']))} />
          ))}
        </ul>
      )}
      {module.rights.create && (
        <Button size="sm" variant="quiet" icon={ShieldCheck} onClick={() => setAdding(true)}>
          {tCredentialing('evidence.add')}
        </Button>
      )}
      {isAdding && (
        <QuickCreateDialog
          moduleName={CHECKS}
          prefill={{ required_item: item._id, ...(provider === undefined ? {} : { provider }) }}
          onCreated={() => {
            setAdding(false);
            void refetch();
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </section>
  );
}
