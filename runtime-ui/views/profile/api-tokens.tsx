import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { readApiTokenScope, type ApiTokenView, type ShellView } from '#engine/model/wire';
import { getApiTokens, queryKeys, revokeApiToken, getErrorMessage, type ApiError } from '../../client/index.ts';
import { formatFullDay, formatFullInstant } from '../../fields/values/index.ts';
import {
  Button,
  ConfirmDialog,
  ErrorState,
  Icon,
  IconButton,
  isBeforeToday,
  Section,
  showNotice,
  SkeletonRows,
  t,
} from '../../kit/index.ts';
import { CreateApiTokenDialog } from './create-api-token-dialog.tsx';
import '../styles/api-tokens.css';

const labelOf = (shell: ShellView, module: string) => shell.modules.find(({ name }) => name === module)?.label ?? module;

/** The scopes of a token as text. */
function describeScopes(shell: ShellView, scopes: readonly string[]): string {
  const read = scopes.map(readApiTokenScope);
  if (read.includes('admin')) return t('apiTokens.administers');
  const of = (access: 'read' | 'write') =>
    read.flatMap((scope) => (typeof scope === 'object' && scope.access === access ? [scope.module] : []));
  const describe = (access: 'read' | 'write', modules: readonly string[]): string[] => {
    if (modules.length === 0) return [];
    if (modules.includes('*')) return [t(access === 'read' ? 'apiTokens.readsAll' : 'apiTokens.writesAll')];
    return [
      t(access === 'read' ? 'apiTokens.readsSome' : 'apiTokens.writesSome', {
        modules: modules.map((name) => labelOf(shell, name)).join(', '),
      }),
    ];
  };
  return [...describe('write', of('write')), ...describe('read', of('read'))].join('. ');
}

function describeExpiry(expiresAt: string | null): string {
  if (expiresAt === null) return t('apiTokens.neverExpires');
  return t(Date.parse(expiresAt) < Date.now() ? 'apiTokens.over' : 'apiTokens.ends', { when: formatFullDay(expiresAt) });
}

interface RowProps {
  readonly token: ApiTokenView;
  readonly shell: ShellView;
  readonly onRevoke: () => void;
}

function TokenRow({ token, shell, onRevoke }: RowProps) {
  const { name, scopes, start, lastUsedAt, expiresAt } = token;
  const isExpired = expiresAt !== null && isBeforeToday(expiresAt);
  return (
    <li className="mv-token">
      <span className="ms-mark">
        <Icon of={KeyRound} />
      </span>
      <div className="mv-token-text">
        <p className="mv-token-name">
          {name} <code>{t('apiTokens.begins', { start })}</code>
        </p>
        <p className={isExpired ? 'mv-token-expired' : undefined}>
          {describeScopes(shell, scopes)}.{' '}
          {lastUsedAt === null ? t('apiTokens.unused') : t('apiTokens.used', { when: formatFullInstant(lastUsedAt) })}.{' '}
          {describeExpiry(expiresAt)}.
        </p>
      </div>
      <IconButton icon={Trash2} label={t('apiTokens.revokeOf', { name })} onClick={onRevoke} />
    </li>
  );
}

interface RevokeProps {
  readonly token: ApiTokenView;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function RevokeDialog({ token, onDone, onClose }: RevokeProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | undefined>(undefined);
  const revoke = () => {
    setBusy(true);
    setFailure(undefined);
    revokeApiToken(token._id).then(
      () => {
        showNotice({ kind: 'ok', text: t('apiTokens.revoked', { name: token.name }) });
        onDone();
      },
      (error: unknown) => {
        setBusy(false);
        setFailure(error as ApiError);
      },
    );
  };
  const text = (
    <>
      {t('apiTokens.revokeText')}
      {failure !== undefined && (
        <span role="alert" className="mv-token-refused">
          {' '}
          {getErrorMessage(failure)}
        </span>
      )}
    </>
  );
  return (
    <ConfirmDialog
      opened
      danger
      busy={busy}
      title={t('apiTokens.revokeTitle', { name: token.name })}
      text={text}
      confirmLabel={t('apiTokens.revoke')}
      onConfirm={revoke}
      onCancel={onClose}
    />
  );
}

/** The API tokens of the user: create, list with last use, revoke. */
export function ApiTokens({ shell }: { readonly shell: ShellView }) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery<readonly ApiTokenView[], ApiError>({
    queryKey: queryKeys.apiTokens(),
    queryFn: ({ signal }) => getApiTokens(signal),
  });
  const [isMaking, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<ApiTokenView | undefined>(undefined);
  const refetchTokens = () => void client.invalidateQueries({ queryKey: queryKeys.apiTokens() });
  const add = (
    <Button size="sm" icon={Plus} onClick={() => setMaking(true)}>
      {t('apiTokens.add')}
    </Button>
  );
  return (
    <Section title={t('apiTokens.title')} action={add} className="mv-tokens">
      <p className="mv-profile-help">{t('apiTokens.help')}</p>
      {error && data === undefined && (
        <ErrorState compact title={t('apiTokens.failed')} text={error.message} code={error.code} onRetry={() => void refetch()} />
      )}
      {!error && data === undefined && <SkeletonRows rows={2} columns={2} height={44} />}
      {data?.length === 0 && <p className="mv-profile-help">{t('apiTokens.none')}</p>}
      {data !== undefined && data.length > 0 && (
        <ul className="mv-token-list">
          {data.map((token) => (
            <TokenRow key={token._id} token={token} shell={shell} onRevoke={() => setRevoking(token)} />
          ))}
        </ul>
      )}
      {isMaking && <CreateApiTokenDialog shell={shell} onMade={refetchTokens} onClose={() => setMaking(false)} />}
      {revoking && (
        <RevokeDialog
          token={revoking}
          onClose={() => setRevoking(undefined)}
          onDone={() => {
            setRevoking(undefined);
            refetchTokens();
          }}
        />
      )}
    </Section>
  );
}
