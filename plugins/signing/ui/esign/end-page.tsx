import { Download } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Icon } from '#ui';
import { fileUrl, type SigningState } from './esign-api.ts';
import { tSign } from './texts.ts';

/** Milliseconds between two looks for the final file, and how often it is looked for. */
const LOOK_AGAIN = 3_000;
const LOOKS = 20;

/** Why nothing can be filled in. */
export type End = 'waiting' | 'signed' | 'completed' | 'declined' | 'canceled' | 'expired' | 'forwarded';

interface EndPageProps {
  readonly state: SigningState;
  readonly end: Exclude<SigningState['status'], 'code' | 'consent'> | End;
  readonly onReopen: () => void;
}

function FileLink({ href, text, isMain = false }: { readonly href: string; readonly text: string; readonly isMain?: boolean }) {
  return (
    <a className={`ms-button ms-control-phone ${isMain ? 'ms-button-primary' : 'ms-button-default'}`} href={href} download>
      <Icon of={Download} />
      <span className="ms-button-label">{text}</span>
    </a>
  );
}

/** What happened to the document, and the files that the recipient may have. */
export function EndPage({ state, end, onReopen }: EndPageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const looks = useRef(0);
  const copy = fileUrl(state, 'copy');
  const certificate = fileUrl(state, 'certificate');
  const isPreparing = end === 'completed' && copy === '';
  useEffect(() => heading.current?.focus(), [end]);
  useEffect(() => {
    if (!isPreparing || looks.current >= LOOKS) return undefined;
    looks.current += 1;
    const timer = setTimeout(onReopen, LOOK_AGAIN);
    return () => clearTimeout(timer);
  }, [isPreparing, onReopen, state]);
  if (end === 'open') return null;
  return (
    <section className="sg-form" aria-labelledby="sg-end">
      <h1 id="sg-end" ref={heading} tabIndex={-1}>
        {tSign(`ends.${end}`)}
      </h1>
      <p className="ms-muted">{state.title}</p>
      <p>{tSign(`endHelp.${end}`, { sender: state.sender })}</p>
      {typeof state.reason === 'string' && state.reason !== '' && <p>{tSign('why', { reason: state.reason })}</p>}
      {state.inPerson && (end === 'signed' || end === 'completed') && <p>{tSign('handBack', { sender: state.sender })}</p>}
      <p role="status">{isPreparing && tSign('preparing')}</p>
      {copy !== '' && <FileLink isMain href={copy} text={tSign('copy')} />}
      {certificate !== '' && <FileLink href={certificate} text={tSign('certificate')} />}
      {end !== 'expired' && state.recipients.length > 1 && (
        <>
          <h2 className="sg-step">{tSign('recipients')}</h2>
          <ul className="sg-list">
            {state.recipients.map(({ name, role, status }) => (
              <li key={`${role}-${name}`}>{tSign('recipient', { name, status })}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
