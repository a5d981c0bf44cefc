import { useEffect, useRef, useState } from 'react';
import { ErrorState, getErrorMessage, Logo, SkeletonRows, t, TextLink } from '#ui';
import { DownloadButton } from '../esign/download-button.tsx';
import { fileUrl, openLink, type SigningState } from '../esign/esign-api.ts';
import type { PDFDocumentProxy } from '../pages/open-pdf.ts';
import { PageDrawing } from '../pages/page-drawing.tsx';
import { usePdf } from '../pages/use-pdf.ts';
import { useWidth } from '../pages/use-width.ts';
import { tVerify } from './texts.ts';
import '../esign/esign.css';

const LETTER_RATIO = 11 / 8.5;

function Pages({ pdf }: { readonly pdf: PDFDocumentProxy }) {
  const list = useRef<HTMLDivElement>(null);
  const width = useWidth(list);
  return (
    <div ref={list} className="sg-list" role="region" aria-label={tVerify('pages')}>
      {Array.from({ length: pdf.numPages }, (_, index) => (
        <section
          key={index}
          className="sg-sheet"
          style={{ width, height: width * LETTER_RATIO }}
          aria-label={tVerify('pageOf', { number: index + 1, total: pdf.numPages })}
        >
          <PageDrawing pdf={pdf} number={index + 1} width={width} failedText={tVerify('pageFailed')} />
        </section>
      ))}
    </div>
  );
}

function Certificate({ state }: { readonly state: SigningState }) {
  const [certificate] = useState(() => fileUrl(state, 'certificate'));
  const [copy] = useState(() => fileUrl(state, 'copy'));
  const pdf = usePdf(certificate);
  if (certificate === '') return <p>{tVerify('noLinkHelp')}</p>;
  return (
    <>
      <p className="ms-muted">{state.title}</p>
      <DownloadButton isMain url={certificate} label={tVerify('download')} />
      {copy !== '' && <DownloadButton url={copy} label={tVerify('downloadCopy')} />}
      {pdf.kind === 'loading' && <SkeletonRows rows={6} columns={1} />}
      {pdf.kind === 'open' && <Pages pdf={pdf.pdf} />}
      {pdf.kind === 'failed' && <p role="alert">{tVerify('pageFailed')}</p>}
    </>
  );
}

/** `/doc-certificate-of-completion`: the certificate of a document, with the link of one of its signers. */
export function CertificatePage() {
  const token = new URLSearchParams(window.location.search).get('token') ?? '';
  const [state, setState] = useState<SigningState>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    if (token !== '') openLink(token).then(setState, (cause: unknown) => setProblem(getErrorMessage(cause)));
  }, [token]);
  return (
    <main className="sg-public">
      <p className="sg-brand">
        <Logo size={24} /> {t('product')}
      </p>
      <h1>{tVerify('certificateTitle')}</h1>
      <p>{tVerify('certificateHelp')}</p>
      {token === '' && <p>{tVerify('noLinkHelp')}</p>}
      {problem !== '' && <ErrorState title={tVerify('failed')} text={problem} />}
      {state !== undefined && <Certificate state={state} />}
      <p>
        <TextLink href="/verify-document">{tVerify('check')}</TextLink>
      </p>
    </main>
  );
}
