import { CircleCheck, CircleX, Copy, Key, UserCheck, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { ModuleView } from '#engine/model';
import type { ExplainAction } from '../../client/index.ts';
import { useExplanation, type ExplainReason, type Explanation } from '../../headless/index.ts';
import { Button, Icon, IconButton, Popover, t, type ButtonVariant, type ControlSize } from '../../kit/index.ts';

interface ExplainedButtonProps {
  readonly module: ModuleView;
  readonly action: Extract<ExplainAction, 'create' | 'edit' | 'delete'>;
  readonly recordId?: string;
  readonly size?: ControlSize;
  readonly variant?: ButtonVariant;
  readonly children: ReactNode;
}

/** Which reason decided: the one so marked, else the last of a refusal. */
function decidingAt(reasons: readonly ExplainReason[], allowed: boolean): number {
  const marked = reasons.findIndex((reason) => reason.decides === true);
  return marked !== -1 || allowed ? marked : reasons.length - 1;
}

function sourceOf(reason: ExplainReason): string {
  return [reason.role === undefined ? '' : `Role ${reason.role}`, reason.team === undefined ? '' : `Team ${reason.team}`].filter((part) => part !== '').join(', ');
}

function Reason({ reason, decides }: { readonly reason: ExplainReason; readonly decides: boolean }) {
  const source = sourceOf(reason);
  return (
    <li className={`mv-reason ${decides ? 'mv-reason-decides' : ''}`}>
      <Icon of={decides ? CircleX : CircleCheck} />
      <span className="mv-reason-text"><span>{reason.text}</span>{source !== '' && <span className="mv-reason-source">{source}</span>}</span>
      <span className="mv-reason-verdict">{t(decides ? 'views.explain.decides' : 'views.explain.passes')}</span>
    </li>
  );
}

function Grant({ grant }: { readonly grant: NonNullable<Explanation['grant']> }) {
  const value = typeof grant.value === 'string' ? grant.value : String(grant.value);
  const isOwner = grant.kind === 'owner';
  const text = isOwner ? t('views.explain.grantOwner') : grant.kind === 'team' ? t('views.explain.grantTeam', { value }) : t('views.explain.grantRole', { property: grant.property, value, role: grant.role ?? '' });
  return (
    <div className="mv-grant">
      <p className="mv-grant-title">{t('views.explain.smallest')}</p>
      <div className="mv-grant-card"><Icon of={isOwner ? UserCheck : Key} /><span><strong>{text}</strong><span className="mv-reason-source">{t(isOwner ? 'views.explain.grantOwnerHelp' : 'views.explain.grantHelp')}</span></span></div>
    </div>
  );
}

function Body({ explanation }: { readonly explanation: Explanation }) {
  const [copied, setCopied] = useState(false);
  const at = decidingAt(explanation.reasons, explanation.allowed);
  const text = explanation.reasons.map((reason, index) => `${index === at ? '✗' : '✓'} ${reason.text} ${sourceOf(reason)}`.trim()).join('\n');
  if (explanation.allowed) return <p className="mv-explain-text">{t('views.explain.allowed')}</p>;
  return (
    <>
      <ul className="mv-reasons">{explanation.reasons.map((reason, index) => <Reason key={`${reason.rule}-${index}`} reason={reason} decides={index === at} />)}</ul>
      {explanation.grant && <Grant grant={explanation.grant} />}
      <p className="mv-explain-foot">
        <Button variant="quiet" size="xs" icon={Copy} onClick={() => void navigator.clipboard?.writeText(text).then(() => setCopied(true), () => undefined)}>{t(copied ? 'views.explain.copied' : 'views.explain.copy')}</Button>
        <span>{t('views.explain.checked')}</span>
      </p>
    </>
  );
}

/** A button for what the user may not do: it stays focusable, and opens the rule that decides and the smallest change. */
export function ExplainedButton({ module, action, recordId, size = 'md', variant = 'default', children }: ExplainedButtonProps) {
  const [opened, setOpened] = useState(false);
  const query = { module: module.name, action, ...(recordId === undefined ? {} : { id: recordId }) };
  const { data, error } = useExplanation(query, opened);
  const title = t(`views.explain.${action}`);
  const button = <Button size={size} variant={variant} blocked={{ onExplain: () => setOpened(!opened) }} aria-haspopup="dialog" aria-expanded={opened}>{children}</Button>;
  return (
    <Popover target={button} opened={opened} onClose={() => setOpened(false)} label={title} width={432} position="bottom-end">
      <div className="mv-explain">
        <div className="mv-explain-head"><h2>{title}</h2><IconButton icon={X} size="sm" label={t('actions.close')} onClick={() => setOpened(false)} /></div>
        {data ? <Body explanation={data} /> : <p className="mv-explain-text" role="status">{error ? `${t('views.explain.failed')} ${error.message}` : t('views.explain.loading')}</p>}
      </div>
    </Popover>
  );
}
