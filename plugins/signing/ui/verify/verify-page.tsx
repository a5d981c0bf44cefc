import { TextInput } from '@mantine/core';
import { useState, type DragEvent, type FormEvent } from 'react';
import { Button, callApi, getErrorMessage, Logo, t, useAction } from '#ui';
import { tVerify } from './texts.ts';
import '../pages/forms.css';
import '../esign/esign.css';

const RESULT_HASH = 'sealed';

/** What is known of a file or of an envelope; nothing private. */
interface Verification {
  readonly isKnown: boolean;
  readonly envelope?: string;
  readonly status?: string;
  readonly completedAt?: string | null;
  readonly signatures?: number;
  readonly isIntact?: boolean;
  readonly original?: string | null;
  /** Hash of the result, under the name of `RESULT_HASH`. */
  readonly [name: string]: unknown;
}

async function hashFile(file: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(await file.arrayBuffer()));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Only the fingerprint of the file leaves the device. @throws ApiError. */
async function verifyFile(file: Blob): Promise<Verification> {
  return callApi('POST', '/api/esign/verify', { body: { sha256: await hashFile(file) }, anonymous: true });
}

function verifyEnvelope(envelope: string): Promise<Verification> {
  return callApi('GET', `/api/esign/verify/${encodeURIComponent(envelope)}`, { anonymous: true });
}

function Facts({ found }: { readonly found: Verification }) {
  const { envelope, status, completedAt, signatures, isIntact, original, [RESULT_HASH]: result } = found;
  const facts: readonly (readonly [string, string | undefined])[] = [
    [tVerify('envelope'), envelope],
    [tVerify('status'), status],
    [
      tVerify('completedAt'),
      completedAt ? new Date(completedAt).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'long' }) : undefined,
    ],
    [tVerify('signatures'), signatures === undefined ? undefined : String(signatures)],
    [tVerify('log'), isIntact === undefined ? undefined : tVerify(isIntact ? 'intact' : 'broken')],
    [tVerify('original'), original ?? undefined],
    [tVerify('result'), typeof result === 'string' ? result : undefined],
  ];
  return (
    <dl className="sg-facts">
      {facts.map(([label, value]) =>
        value === undefined ? null : (
          <div key={label} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

function Result({ found, isFile }: { readonly found: Verification; readonly isFile: boolean }) {
  if (found.isKnown)
    return (
      <>
        <h2 className="sg-step">{tVerify(isFile ? 'known' : 'knownEnvelope')}</h2>
        <Facts found={found} />
      </>
    );
  return (
    <>
      <h2 className="sg-step">{tVerify(isFile ? 'unknown' : 'unknownEnvelope')}</h2>
      <p>{tVerify(isFile ? 'unknownHelp' : 'unknownEnvelopeHelp')}</p>
    </>
  );
}

function Drop({ onFile }: { readonly onFile: (file: File) => void }) {
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file !== undefined) onFile(file);
  };
  return (
    <label
      className="sg-drop"
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <span>{tVerify('drop')}</span>
      <input
        type="file"
        accept="application/pdf,.pdf"
        aria-label={tVerify('file')}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file !== undefined) onFile(file);
        }}
      />
    </label>
  );
}

/** `/verify-document`: whether a file is the unchanged result of a signature, for everyone. */
export function VerifyPage() {
  const [envelope, setEnvelope] = useState('');
  const [shown, setShown] = useState<{ readonly found: Verification; readonly isFile: boolean }>();
  const [problem, setProblem] = useState('');
  const { isBusy, run } = useAction({ onError: (cause) => setProblem(getErrorMessage(cause)) });
  const check = (isFile: boolean, work: () => Promise<Verification>) =>
    run(async () => {
      setProblem('');
      setShown(undefined);
      setShown({ found: await work(), isFile });
    });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (envelope.trim() !== '') check(false, () => verifyEnvelope(envelope.trim()));
  };
  return (
    <main className="sg-public">
      <p className="sg-brand">
        <Logo size={24} /> {t('product')}
      </p>
      <h1>{tVerify('title')}</h1>
      <p>{tVerify('help')}</p>
      <Drop onFile={(file) => check(true, () => verifyFile(file))} />
      <form className="sg-list" onSubmit={submit}>
        <TextInput
          size="md"
          label={tVerify('envelope')}
          description={tVerify('or')}
          autoComplete="off"
          value={envelope}
          onChange={(event) => setEnvelope(event.target.value)}
        />
        <Button type="submit" size="phone" loading={isBusy} disabled={envelope.trim() === ''}>
          {tVerify('find')}
        </Button>
      </form>
      <div role="status">
        {isBusy && tVerify('checking')}
        {problem !== '' && tVerify('checkFailed', { reason: problem })}
        {shown !== undefined && <Result found={shown.found} isFile={shown.isFile} />}
      </div>
    </main>
  );
}
