import { useEffect, useRef } from 'react';
import { DownloadButton } from './download-button.tsx';
import { fileUrl, type SigningState } from './esign-api.ts';
import { tSign } from './texts.ts';

const ENDS = ['waiting', 'signed', 'completed', 'declined', 'canceled', 'expired', 'forwarded'] as const;

/** Why nothing can be filled in. */
export type End = (typeof ENDS)[number];

/** Why nothing can be filled in with a status; undefined: something can. */
export function findEnd({ status }: SigningState): End | undefined {
  return ENDS.find((end) => end === status);
}

interface EndPageProps {
  readonly state: SigningState;
  readonly end: End;
}

/** What happened to the document, and the files that the recipient may have. */
export function EndPage({ state, end }: EndPageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const copy = fileUrl(state, 'copy');
  const certificate = fileUrl(state, 'certificate');
  useEffect(() => heading.current?.focus(), [end]);
  return (
    <section className="sg-form" aria-labelledby="sg-end">
      <h1 id="sg-end" ref={heading} tabIndex={-1}>
        {tSign(`ends.${end}`)}
      </h1>
      <p className="ms-muted">{state.title}</p>
      <p>{tSign(`endHelp.${end}`, { sender: state.sender })}</p>
      {typeof state.reason === 'string' && state.reason !== '' && <p>{tSign('why', { reason: state.reason })}</p>}
      {state.inPerson && (end === 'signed' || end === 'completed') && <p>{tSign('handBack', { sender: state.sender })}</p>}
      {copy !== '' && <DownloadButton isMain url={copy} label={tSign('copy')} />}
      {certificate !== '' && <DownloadButton url={certificate} label={tSign('certificate')} />}
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
